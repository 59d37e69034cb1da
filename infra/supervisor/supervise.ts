import { spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { join } from 'node:path'
import { endChild, exitOf } from '../postgres/processes.ts'
import { root } from './configuration.ts'
import { inSeconds } from './console.ts'
import { watchLiveness } from './liveness.ts'
import { countRestart } from './metrics.ts'
import { createRestarter } from './restarter.ts'
import { createServiceLog, type Log } from '../postgres/service-log.ts'
import type { Service } from './services.ts'

const maxFailuresAtStart = 5
const stopWithin = 15_000
const rotateEvery = 10_000

const followParent = join(import.meta.dirname, 'follow-parent.ts')

/** Passed only to the services that need them (services.ts). */
const withheld = [
  'ADMIN_USERNAME',
  'ADMIN_PASSWORD',
  'PORT',
  'HOST',
  'METRICS_PORT',
  'METRICS_HOST',
]

const compiled = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') }

const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !withheld.includes(name)))

export const runService = ({ main, env }: Pick<Service, 'main' | 'env'>, log: Log) => {
  const output = log.open()
  const child = spawn(process.execPath, ['--import', followParent, join(root, main)], {
    cwd: root,
    // Ctrl-C must only reach the supervisor, which stops services in order.
    detached: true,
    stdio: ['pipe', output, output],
    env: { ...compiled, ...inherited(), ...env },
  })
  closeSync(output)
  child.stdin!.on('error', () => undefined)
  const exited = exitOf(child)
  const stop = () => endChild(child, exited, stopWithin, ['SIGTERM', 'SIGKILL'])
  return { pid: child.pid, exited, stop }
}

type Context = {
  readonly dataDir: string
  readonly stops: AsyncDisposableStack
  readonly signal: AbortSignal
  readonly remember: (name: string, pid: number) => void
  readonly giveUp: (reason: string) => void
  readonly isReady: () => boolean
}

export const supervise = async (service: Service, context: Context): Promise<void> => {
  const { name, label } = service
  const { dataDir, stops, signal } = context
  const log = createServiceLog(join(dataDir, 'logs', `${name}.log`))
  const start = async () => {
    const run = runService(service, log)
    try {
      if (run.pid !== undefined) context.remember(name, run.pid)
    } catch (error) {
      // On a full disk the service must still start. The record only matters after a kill -9.
      console.error(`Det lar seg ikke notere at ${label} kjører: ${String(error)}`)
    }
    return run
  }
  const restarter = await createRestarter({
    start,
    ended: ({ code, signal: by }, pause, failures) => {
      const how = by ?? `kode ${code ?? 'ukjent'}`
      const again = `Starter igjen om ${inSeconds(pause)}. Logg: ${log.path}`
      countRestart(name)
      console.error(`${label} stoppet uventet (${how}). ${again}`)
      if (!context.isReady() && failures >= maxFailuresAtStart)
        context.giveUp(`${label} lar seg ikke starte. Det siste den skrev:\n${log.tail(15)}`)
    },
  })
  stops.defer(restarter.stop)
  const rotate = () => {
    try {
      log.rotate()
    } catch (error) {
      console.error(`${log.path} lar seg ikke rullere: ${String(error)}`)
    }
  }
  const rotating = setInterval(rotate, rotateEvery).unref()
  stops.defer(() => clearInterval(rotating))
  const kill = (pid: number) => {
    console.error(`${label} svarer ikke, og startes på nytt.`)
    process.kill(pid, 'SIGKILL')
  }
  void watchLiveness(service.alive, restarter.current, kill, signal)
}
