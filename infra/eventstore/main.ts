import { argumentsOf } from '#infra/arguments.ts'
import { ensureDatabase } from '#infra/postgres/databases.ts'
import { startPostgres } from '#infra/postgres/start.ts'
import { lockData } from '#infra/data-folder/data-lock.ts'
import { gauge, serveMetrics } from '#kernel/metrics.ts'
import { addressOf } from './protocol/address.ts'
import { startEventStore } from './server/start.ts'

const usage = `Bruk: npm run eventstore -- [--host <adresse>] [--port <port>] [--data <mappe>]
Starter hendelseslageret alene. Ellers gjelder HOST, PORT, DATA_DIR og DATABASE_URL.`
const options = {
  host: { type: 'string' },
  port: { type: 'string' },
  data: { type: 'string' },
} as const
const { values } = argumentsOf(usage, options)

const env = process.env
const host = values.host ?? env['HOST'] ?? '127.0.0.1'
const port = Number(values.port ?? env['PORT'] ?? 2113)
const secret = env['EVENTSTORE_SECRET'] || undefined

let stopping = false

const database = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const given = env['DATABASE_URL']
  if (given && values.data === undefined) {
    await ensureDatabase(given)
    return { url: given, stop: async () => undefined }
  }
  const dataDir = values.data ?? env['DATA_DIR'] ?? '.data/eventstore'
  // Without the lock, a second start would stop the first one's Postgres as a leftover.
  const unlock = lockData(dataDir)
  process.once('exit', unlock)
  console.log(`Starter databasen i ${dataDir}`)
  const postgres = await startPostgres({ dataDir, say: console.log })
  void postgres.exited.then(() => {
    if (stopping) return
    console.error('Databasen stoppet uventet.')
    process.exit(1)
  })
  return { url: await postgres.ensureDatabase('eventstore'), stop: postgres.stop }
}

const reason = (error: unknown): string => {
  const { message } = error as Error
  if (message.includes('EADDRINUSE'))
    return `Port ${port} er opptatt. Velg en annen med PORT eller --port.`
  return message
}

const stopOn = (stop: () => Promise<void>): void => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      void stop().then(() => process.exit(0))
    })
}

try {
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error('Porten må være et helt tall fra 0 til 65535.')
  const { url, stop } = await database()
  const store = await startEventStore({ databaseUrl: url, host, port, secret })
  gauge('eventstore_write_queue', 'Writes that wait for their turn', store.waiting)
  await serveMetrics('eventstore')
  stopOn(async () => {
    await store.stop()
    await stop()
  })
  // Without the secret, since this goes to a log.
  console.log(`Hendelseslageret er klart på ${addressOf(host, store.port)}`)
} catch (error) {
  console.error(reason(error))
  process.exit(1)
}
