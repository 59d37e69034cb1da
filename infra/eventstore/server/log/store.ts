import { DatabaseError, Pool, type Client } from 'pg'
import { Queries } from './queries.ts'
import { checksum, exactRevision, type LogRecord } from './record.ts'
import { connectWriter } from './writer-connection.ts'

export type StoreOptions = { readonly url: string; readonly durable: boolean }

/** The write failed in such a way that it may yet have been done. */
export class WriteUncertain extends Error {
  override readonly name = 'WriteUncertain'
}

/** The records' bytes come as one value: each as one of an array would travel as text, twice as long. */
const insert = {
  name: 'insert',
  text: `insert into events (position, stream, revision, type, id, record, checksum)
    select position, stream, revision, type, id, substr($2::bytea, start, size), checksum
    from json_to_recordset($1) as record (
      position int8, stream text, revision int8, type text, id text, start int, size int, checksum int
    )`,
}

const valuesOf = (records: readonly LogRecord[]) => {
  let end = 1
  const rows = records.map((record) => {
    const { position, stream, revision, type, id, bytes } = record
    const start = end
    end += bytes.length
    return {
      position,
      stream,
      revision: String(exactRevision(revision)),
      type,
      id,
      start,
      size: bytes.length,
      checksum: checksum(record),
    }
  })
  return [JSON.stringify(rows), Buffer.concat(records.map(({ bytes }) => bytes))]
}

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
      await this.#writer.query({ ...insert, values: valuesOf(records) })
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
