import type { Configuration } from './configuration.ts'
import { createRestarter } from './restarter.ts'
import { watchLiveness } from './liveness.ts'
import { countRestart } from './metrics.ts'
import { printError, inSeconds } from './console.ts'
import { logOf, runService, type ServiceDefinition } from './service.ts'
import { aliveOf, type Ports } from './services.ts'
import type { ShutdownStack } from './shutdown-stack.ts'

type Context = {
  readonly configuration: Configuration
  readonly ports: Ports
  readonly stops: ShutdownStack
  readonly signal: AbortSignal
  readonly remember: (name: string, pid: number) => void
  /** A service ends again and again before the system ever was ready. */
  readonly giveUp: (reason: string) => void
  readonly isReady: () => boolean
}

const triesAtStart = 5
const stopWithin = 15_000
const rotateEvery = 10_000

/** Runs a service, starts it again when it ends, and ends it when it hangs. */
export const supervise = async (
  definition: ServiceDefinition,
  { configuration, ports, stops, signal, remember, giveUp, isReady }: Context,
): Promise<void> => {
  const { name, label } = definition
  const log = logOf(configuration.dataDir, name)
  const kept = await createRestarter({
    start: async () => runService(definition, log),
    started: ({ pid }) => {
      try {
        if (pid !== undefined) remember(name, pid)
      } catch (error) {
        // On a full disk the service itself must go on: this is only for a start after a kill -9.
        printError(`Det lar seg ikke notere at ${label} kjører: ${String(error)}`)
      }
    },
    ended: ({ code, signal: by }, pause, failures) => {
      const how = by ?? `kode ${code ?? 'ukjent'}`
      const again = `Starter igjen om ${inSeconds(pause)}. Logg: ${log.path}`
      countRestart(name)
      printError(`${label} stoppet uventet (${how}). ${again}`)
      if (!isReady() && failures >= triesAtStart)
        giveUp(`${label} lar seg ikke starte. Det siste den skrev:\n${log.tail(15)}`)
    },
  })
  stops.push(() => kept.stop(stopWithin))
  const rotating = setInterval(() => {
    try {
      log.rotate()
    } catch (error) {
      printError(`${log.path} lar seg ikke rullere: ${String(error)}`)
    }
  }, rotateEvery).unref()
  stops.push(() => clearInterval(rotating))
  const kill = (pid: number) => {
    printError(`${label} svarer ikke, og startes på nytt.`)
    process.kill(pid, 'SIGKILL')
  }
  void watchLiveness(aliveOf(name, configuration, ports), kept.current, kill, signal)
}
