import { Client, DatabaseError, Pool } from 'pg'
import { byteaArray, int4Array, int8Array, textArray } from './binary-array.ts'
import { checksum } from './checksum.ts'
import { exactRevision, type LogRecord } from './record.ts'
import { headOf, headsQuery, type Head, type HeadRow } from './heads.ts'
import * as page from './pages.ts'
import { connectWriter } from './writer-connection.ts'

export type StoreOptions = { readonly url: string; readonly durable: boolean }

/** The write failed in such a way that it may yet have been done. */
export class WriteUncertain extends Error {
  override readonly name = 'WriteUncertain'
}

const insert = {
  name: 'insert',
  text: `insert into events (position, stream, revision, type, id, record, checksum)
    select * from unnest($1::int8[], $2::text[], $3::int8[], $4::text[], $5::text[], $6::bytea[], $7::int4[])
    where not exists (select from events where stream = any ($8::text[]))`,
}

const columns = (records: readonly LogRecord[]) => [
  int8Array(records.map((record) => BigInt(record.position))),
  textArray(records.map((record) => record.stream)),
  int8Array(records.map((record) => exactRevision(record.revision))),
  textArray(records.map((record) => record.type)),
  textArray(records.map((record) => record.id)),
  byteaArray(records.map((record) => record.bytes)),
  int4Array(records.map(checksum)),
]

/** The log in a database of Postgres: one connection writes, a few read. */
export class Store {
  readonly #options: StoreOptions
  readonly #pool: Pool
  #writer: Client

  static async open(options: StoreOptions): Promise<Store> {
    return new Store(options, await connectWriter(options.url, options.durable))
  }

  private constructor(options: StoreOptions, writer: Client) {
    this.#options = options
    this.#writer = writer
    this.#pool = new Pool({ connectionString: options.url, max: 8, keepAlive: true })
    this.#pool.on('error', () => undefined)
  }

  /**
   * All or none, and on disk when it resolves to true. False and nothing written if one of the streams
   * `absent` is there after all, be it with metadata only.
   */
  async write(records: readonly LogRecord[], absent: readonly string[]): Promise<boolean> {
    const none = textArray(absent.flatMap((stream) => [stream, `$$${stream}`]))
    try {
      const { rowCount } = await this.#writer.query({
        ...insert,
        values: [...columns(records), none],
      })
      return rowCount === records.length
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

  async heads(streams: readonly string[]): Promise<Map<string, Head>> {
    const { rows } = await this.#pool.query<HeadRow>({ ...headsQuery, values: [streams] })
    return new Map(rows.map((row) => [row.stream, headOf(row)]))
  }

  end = () => page.end(this.#pool)
  newestIds = (limit: number) => page.newestIds(this.#pool, limit)
  forwards = (from: number, limit: number) => page.forwards(this.#pool, from, limit)
  backwards = (before: number, limit: number) => page.backwards(this.#pool, before, limit)
  isRecord = (position: number) => page.isRecord(this.#pool, position)
  idsFrom = (stream: string, from: number, limit: number) =>
    page.idsFrom(this.#pool, stream, from, limit)
  streamForwards = (stream: string, from: number, limit: number) =>
    page.streamForwards(this.#pool, stream, from, limit)
  streamBackwards = (stream: string, from: number, limit: number) =>
    page.streamBackwards(this.#pool, stream, from, limit)

  async close(): Promise<void> {
    await this.#pool.end()
    await this.#writer.end().catch(() => undefined)
  }
}
