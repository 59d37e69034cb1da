import { print } from './console.ts'

export type StopRequests = { readonly signal: AbortSignal; readonly asked: Promise<void> }

/**
 * Aborts on Ctrl-C, SIGTERM or a closed terminal; a second Ctrl-C ends at once. Under npm it aborts
 * also when npm itself is gone, since npm killed hard tells nobody.
 */
export const createStopRequests = (env: NodeJS.ProcessEnv): StopRequests => {
  const { signal, stop } = controller()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      if (!signal.aborted) return stop()
      if (name !== 'SIGINT') return
      print('Avbrutt på nytt: stopper uten å vente.')
      process.exit(130)
    })
  if (env['npm_lifecycle_event']) watchParent(stop)
  const asked = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  return { signal, asked }
}

const controller = () => {
  const abort = new AbortController()
  return { signal: abort.signal, stop: () => abort.abort(new Error('Avbrutt.')) }
}

const watchParent = (stop: () => void): void => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 500)
  timer.unref()
}
