import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#infra/postgres/free-port.ts'
import { startTestServer } from '#infra/postgres/test-server.ts'
import { heap } from '#infra/supervisor/heap.ts'
import { asking, testToken } from '../../services/kernel/testing/asks.ts'

const root = join(import.meta.dirname, '..', '..')

/** Starts a part of the system in a process of its own, and waits until it says that it is ready. */
const start = async (
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: RegExp,
) => {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  process.once('exit', () => child.kill())
  const said = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const [found] = ready.exec(text) ?? []
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`${script} did not start: ${text}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { said, pid: child.pid!, stop }
}

/** Until the service has caught up with the log. */
const healthy = async (port: number) => {
  for (;;) {
    const { ok } = await fetch(`http://127.0.0.1:${port}/internal/health`, { headers: asking() })
    if (ok) return
    await delay(50)
  }
}

/** A durable store and the command service, each a process of its own; no projector and no gateway. */
export const commandSystem = async () => {
  const data = mkdtempSync(join(tmpdir(), 'stykkliste-bench-'))
  const storeArgs = ['--port', String(await freePort()), '--data', join(data, 'store')]
  const given = process.env['EVENTSTORE_URL']
  const store =
    given === undefined
      ? await start('infra/eventstore/main.ts', storeArgs, {}, /esdb:\S+/)
      : undefined
  const url = given ?? store!.said
  const port = await freePort()
  const keys = await startTestServer()
  const service = await start(
    'services/command/main.ts',
    [],
    {
      PORT: String(port),
      EVENTSTORE_URL: url,
      DATABASE_URL: keys.url,
      INTERNAL_TOKEN: testToken,
      DATA_DIR: join(data, 'service'),
      NODE_OPTIONS: heap.command,
    },
    /listening/,
  )
  await healthy(port)
  return {
    url,
    port,
    /** Processes by name, those of a store elsewhere left out. */
    pids: { service: service.pid, store: store?.pid },
    stop: async () => {
      await service.stop()
      await store?.stop()
      await keys.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
