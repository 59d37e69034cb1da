import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '#infra/postgres/free-port.ts'
import { startPostgres } from '#infra/postgres/start.ts'
import type { Victim } from './kill-rounds.ts'
import { verifyStore } from '../../verify.ts'

const main = join(import.meta.dirname, '../../main.ts')

const launch = async (databaseUrl: string, port: number): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return child
}

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/** Every `postgresEvery`-th kill hits Postgres instead of the store. */
export const createEmbeddedVictim = async (
  dataDir: string,
  postgresEvery: number,
): Promise<Victim> => {
  let postgres = await startPostgres({ dataDir })
  const databaseUrl = await postgres.ensureDatabase('eventstore')
  const port = await freePort()
  let store = await launch(databaseUrl, port)
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    kill: async (done) => {
      if (postgresEvery > 0 && done % postgresEvery === 0) {
        process.kill(postgres.pid, 'SIGQUIT')
        await postgres.exited
        postgres = await startPostgres({ dataDir, port: postgres.port })
      } else {
        await end(store, 'SIGKILL')
        store = await launch(databaseUrl, port)
      }
    },
    end: async () => {
      await end(store, 'SIGTERM')
      const { damages } = await verifyStore(databaseUrl)
      await postgres.stop()
      return damages.map(({ position, what }) => `position ${position}: ${what}`)
    },
  }
}
