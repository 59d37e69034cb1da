import { DatabaseError, Pool, type Client } from 'pg'
import { Queries } from './queries.ts'
import { checksum, exactRevision, type LogRecord } from './record.ts'
import { connectWriter } from './writer-connection.ts'

export type StoreOptions = { readonly url: string; readonly durable: boolean }

/** The write failed in such a way that it may yet have been done. */
export class WriteUncertain extends Error {
  override readonly name = 'WriteUncertain'
}

const insert = {
  name: 'insert',
  text: `insert into events (position, stream, revision, type, id, record, checksum)
    select * from unnest($1::int8[], $2::text[], $3::int8[], $4::text[], $5::text[], $6::bytea[], $7::int4[])`,
}

const columnsOf = (records: readonly LogRecord[]) => [
  records.map(({ position }) => position),
  records.map(({ stream }) => stream),
  records.map(({ revision }) => String(exactRevision(revision))),
  records.map(({ type }) => type),
  records.map(({ id }) => id),
  records.map(({ bytes }) => bytes),
  records.map(checksum),
]

/** The log in a database of Postgres: one connection writes, a few read. */
export class Store {
  readonly queries: Queries
  readonly #options: StoreOptions
  readonly #pool: Pool
  #writer: Client

  static async open(options: StoreOptions): Promise<Store> {
    return new Store(options, await connectWriter(options.url, options.durable))
  }

  private constructor(options: StoreOptions, writer: Client) {
    this.#options = options
    this.#writer = writer
    this.#pool = new Pool({
      connectionString: options.url,
      max: 8,
      keepAlive: true,
      // Plans are made while the log may be small, and kept when it is large.
      options: '-c enable_seqscan=off -c enable_bitmapscan=off',
    })
    this.#pool.on('error', () => undefined)
    this.queries = new Queries(this.#pool)
  }

  /** All or none, and on disk when it resolves. */
  async write(records: readonly LogRecord[]): Promise<void> {
    try {
      await this.#writer.query({ ...insert, values: columnsOf(records) })
    } catch (error) {
      const refused = error instanceof DatabaseError && error.severity === 'ERROR'
      throw refused ? error : new WriteUncertain(String(error), { cause: error })
    }
  }

  /** Once this resolves, whatever the old connection was doing is over, one way or the other. */
  async reconnect(): Promise<void> {
    await this.#writer.end().catch(() => undefined)
    this.#writer = await connectWriter(this.#options.url, this.#options.durable)
  }

  async close(): Promise<void> {
    await this.#pool.end()
    await this.#writer.end().catch(() => undefined)
  }
}
