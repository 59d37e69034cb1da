import { Client } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareSchema, requireDurable } from './schema.ts'

const lock = 6_403_112_113
const lockTimeout = 3000

const tryLock = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_lock($1) as mine',
    [lock],
  )
  return rows[0]!.mine
}

const holder = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and (classid::bigint << 32) + objid::bigint = $1 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [lock],
  )
  return rows[0]?.name ?? 'ukjent'
}

/** The connection holds an advisory lock, so there is only one writer per database. */
export const connectWriter = async (url: string, durable: boolean): Promise<Client> => {
  const client = new Client({
    connectionString: url,
    application_name: `eventstore, prosess ${process.pid}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    // Postgres may need a moment to notice that a killed writer is gone.
    const giveUp = Date.now() + lockTimeout
    while (!(await tryLock(client))) {
      if (Date.now() < giveUp) await sleep(50)
      else throw new WriterExists(client.database ?? '', await holder(client))
    }
    await client.query('set synchronous_commit = on')
    if (durable) await requireDurable(client)
    await prepareSchema(client)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

class WriterExists extends Error {
  override readonly name = 'WriterExists'

  constructor(database: string, who: string) {
    super(
      `Et annet hendelseslager bruker allerede databasen «${database}» (${who}). ` +
        'Bare ett kan skrive i den om gangen: stopp det andre, eller velg en annen datamappe.',
    )
  }
}
