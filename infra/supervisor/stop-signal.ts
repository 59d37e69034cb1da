/** Milliseconds. npm passes a Ctrl-C on to its script, to which the terminal has sent it already. */
const onePress = 1_000

type Machine = {
  readonly outputs: readonly NodeJS.EventEmitter[]
  readonly signals: Pick<NodeJS.Process, 'on'>
  readonly now: () => number
  readonly exit: (code: number) => void
}
const machine: Machine = {
  outputs: [process.stdout, process.stderr],
  signals: process,
  now: () => performance.now(),
  exit: (code) => process.exit(code),
}

/** A second Ctrl-C exits at once. Under npm it polls whether npm is gone, since a killed npm sends no signal. */
export const stopSignal = (
  env: NodeJS.ProcessEnv,
  { outputs, signals, now, exit }: Machine = machine,
): AbortSignal => {
  // A closed terminal takes no more output, which must not end a stop in order. The log of slonik would throw.
  for (const output of outputs) output.removeAllListeners('error').on('error', () => undefined)
  const abort = new AbortController()
  let stoppedAt = 0
  const stop = () => {
    stoppedAt = now()
    abort.abort(new Error('Avbrutt.'))
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    signals.on(name, () => {
      if (!abort.signal.aborted) return stop()
      if (name !== 'SIGINT' || now() - stoppedAt < onePress) return
      console.log('Avbrutt på nytt: stopper uten å vente.')
      exit(130)
    })
  const parent = process.ppid
  if (env['npm_lifecycle_event'])
    setInterval(() => {
      if (process.ppid !== parent && !abort.signal.aborted) stop()
    }, 500).unref()
  return abort.signal
}
