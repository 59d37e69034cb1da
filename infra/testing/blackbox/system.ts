import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { openEventLog } from '../../eventstore/client/open.ts'
import { freePort } from '../../postgres/free-port.ts'
import { signIn, type Client } from '../../rest/client.ts'
import { readingItsWrites } from './reading-its-writes.ts'

const root = join(import.meta.dirname, '..', '..', '..')
export const administrator = { username: 'admin', password: 'Bare-for-denne-prøven-42' } as const

export const asAdministrator = async (base: string): Promise<Client> =>
  readingItsWrites(await signIn(base, administrator.username, administrator.password))

const longestStart = 500_000
const longestStop = 120_000

const printed = (child: ChildProcess, pattern: RegExp) =>
  new Promise<void>((resolve, reject) => {
    let output = ''
    const late = setTimeout(() => {
      reject(new Error(`Not ready after ${longestStart / 1000} s:\n${output}`))
      child.kill('SIGTERM')
    }, longestStart)
    const read = (data: Buffer) => {
      output += data
      if (!pattern.test(output)) return
      clearTimeout(late)
      resolve()
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
    child.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`Ended with ${code} before it was ready:\n${output}`))
    })
  })

export type System = {
  readonly base: string
  readonly dataDir: string
  /** Process id of the supervisor. */
  readonly pid: number
  stop(): Promise<void>
}

/** Starts the system on a free port. Start it again with the same `dataDir` to keep the data. */
export const startSystem = async (
  dataDir: string,
  env: Record<string, string> = {},
  /** Such as `unshare`. */
  runner: readonly string[] = [],
): Promise<System> => {
  const port = Number(env['PORT'] ?? (await freePort()))
  const { username, password } = administrator
  const [command, ...args] = [...runner, process.execPath, 'infra/start.ts']
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_USERNAME: username,
      ADMIN_PASSWORD: password,
      ...env,
    },
  })
  await printed(child, new RegExp(`http://[^\\s]+:${port}`))
  return {
    base: `http://127.0.0.1:${port}`,
    dataDir,
    pid: child.pid!,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit', { signal: AbortSignal.timeout(longestStop) })
    },
  }
}

type Test = { teardown(fn: () => Promise<void>): unknown }

/** Tests count the events they wrote, so they would time out on a log that others have written to. */
const checkEmpty = async (url: string): Promise<void> => {
  const log = openEventLog(url)
  try {
    if ((await log.last()) === null) return
  } finally {
    await log.close()
  }
  throw new Error('The log in EVENTSTORE_URL is not empty. These tests need one that is.')
}

export const systemFor = async (t: Test, env: Record<string, string> = {}): Promise<System> => {
  const eventstoreUrl = env['EVENTSTORE_URL'] ?? process.env['EVENTSTORE_URL']
  if (eventstoreUrl) await checkEmpty(eventstoreUrl)
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-'))
  const system = await startSystem(dataDir, env)
  t.teardown(async () => {
    await system.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return system
}
