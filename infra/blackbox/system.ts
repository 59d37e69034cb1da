import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { freePort } from '../postgres/free-port.ts'

const root = join(import.meta.dirname, '..', '..')
export const administrator = { username: 'admin', password: 'Bare-for-denne-prøven-42' } as const

/** Resolves when a printed line matches; rejects, with what was printed, if the process ends first. */
const printed = (child: ChildProcess, pattern: RegExp) =>
  new Promise<void>((resolve, reject) => {
    let output = ''
    const read = (data: Buffer) => {
      output += data
      if (pattern.test(output)) resolve()
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
    child.once('exit', (code) =>
      reject(new Error(`Ended with ${code} before it was ready:\n${output}`)),
    )
  })

export type System = {
  readonly base: string
  readonly dataDir: string
  stop(): Promise<void>
}

/** The whole system as `npm start` runs it, on a free port. The same `dataDir` again is the same data. */
export const startSystem = async (
  dataDir: string,
  env: Record<string, string> = {},
): Promise<System> => {
  const port = await freePort()
  const { username, password } = administrator
  const child = spawn(process.execPath, ['infra/start.ts'], {
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
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

type Test = { teardown(fn: () => Promise<void>): unknown }

/** A system of its own for one test file, gone with its data when the file ends. */
export const systemFor = async (t: Test, env: Record<string, string> = {}): Promise<System> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-'))
  const system = await startSystem(dataDir, env)
  t.teardown(async () => {
    await system.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return system
}
