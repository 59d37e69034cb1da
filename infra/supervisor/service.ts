import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync } from 'node:fs'
import { join } from 'node:path'
import type { Exit } from '../postgres/start.ts'
import { root } from './configuration.ts'
import { createServiceLog, type Log } from './service-log.ts'

export type ServiceDefinition = {
  readonly name: string
  /** What staff call it, as the start of a sentence. */
  readonly label: string
  readonly main: string
  readonly env: Readonly<Record<string, string>>
}

/** One run of a service. */
export type Run = {
  readonly pid: number | undefined
  readonly exited: Promise<Exit>
  readonly stop: (within: number) => Promise<void>
}

const followParent = join(import.meta.dirname, 'follow-parent.ts')

/** Set-up secrets are for the gateway alone: the definition hands them on where they belong. */
const withheld = [
  'ADMIN_USERNAME',
  'ADMIN_PASSWORD',
  'PORT',
  'HOST',
  'METRICS_PORT',
  'METRICS_HOST',
]

/** Halves the time of a start: what ended is back sooner. */
const compiled = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') }

const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !withheld.includes(name)))

const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((done) => {
    child.once('exit', (code, signal) => done({ code, signal }))
    child.once('error', () => done({ code: null, signal: null }))
  })

export const logOf = (dataDir: string, name: string): Log =>
  createServiceLog(join(dataDir, 'logs', `${name}.log`))

export const runService = ({ main, env }: ServiceDefinition, log: Pick<Log, 'open'>): Run => {
  const output = log.open()
  const child = spawn(process.execPath, ['--import', followParent, join(root, main)], {
    cwd: root,
    // A process group of its own: Ctrl-C reaches the supervisor alone, which stops them in order.
    detached: true,
    stdio: ['pipe', output, output],
    env: { ...compiled, ...inherited(), ...env },
  })
  closeSync(output)
  child.stdin!.on('error', () => undefined)
  const exited = exitOf(child)
  return {
    pid: child.pid,
    exited,
    stop: async (within) => {
      child.kill('SIGTERM')
      const hard = setTimeout(() => child.kill('SIGKILL'), within)
      await exited
      clearTimeout(hard)
    },
  }
}
