import { DatabaseError, Pool, type Client } from 'pg'
import { Queries } from './queries.ts'
import { checksum, exactRevision, type LogRecord } from './record.ts'
import { connectWriter } from './writer-connection.ts'

export type StoreOptions = { readonly url: string; readonly durable: boolean }

export class WriteUncertain extends Error {
  override readonly name = 'WriteUncertain'
}

/** All records travel as one binary value: an array of bytea would be sent as text, twice as long. */
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
      // Forces index plans: a plan made while the table is small is cached and used when it is large.
      options: '-c enable_seqscan=off -c enable_bitmapscan=off',
    })
    this.#pool.on('error', () => undefined)
    this.queries = new Queries(this.#pool)
  }

  /** Atomic, and fsynced when it resolves. */
  async write(records: readonly LogRecord[]): Promise<void> {
    try {
      await this.#writer.query({ ...insert, values: valuesOf(records) })
    } catch (error) {
      const refused = error instanceof DatabaseError && error.severity === 'ERROR'
      throw refused ? error : new WriteUncertain(String(error), { cause: error })
    }
  }

  /** When this resolves, a write on the old connection is either committed or rolled back. */
  async reconnect(): Promise<void> {
    await this.#writer.end().catch(() => undefined)
    this.#writer = await connectWriter(this.#options.url, this.#options.durable)
  }

  async close(): Promise<void> {
    await this.#pool.end()
    await this.#writer.end().catch(() => undefined)
  }
}
