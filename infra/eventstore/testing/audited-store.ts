import { randomUUID } from 'node:crypto'
import type { NewEvent } from '#contracts/event-log.ts'
import { columns, recordOf, type Row } from '#infra/eventstore/server/log/queries.ts'
import { checksum } from '#infra/eventstore/server/log/record.ts'
import { openLog } from '#infra/eventstore/testing/log.ts'
import { testStore } from '#infra/eventstore/testing/store.ts'
import { onConnection } from '#infra/postgres/databases.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { startAudit } from '#audit/audit.ts'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

const pricesOf = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    type: 'ItemPriced',
    data: { id: 1, costPrice: 100_000 + at, note: 'Årspris' },
    metadata: { commandId: 'c', user: 'kari', at: '2026-01-01T12:00:00.000Z', v: 1 },
  }))

export const onDatabase = (url: string, text: string, values: unknown[] = []) =>
  onConnection(url, (client) => client.query({ text, values }))

/** Also updates the checksum, so that the store cannot detect the change. */
export const rewrite = (url: string, position: bigint, change: (record: Buffer) => Buffer) =>
  onConnection(url, async (client) => {
    const text = `select ${columns} from events where position = $1`
    const { rows } = await client.query<Row>({ text, values: [position], rowMode: 'array' })
    const record = recordOf(rows[0]!)
    const bytes = change(Buffer.from(record.bytes))
    await client.query('update events set record = $2, checksum = $3 where position = $1', [
      position,
      bytes,
      checksum({ ...record, bytes }),
    ])
  })

/** Both texts must have the same length. */
export const replaced = (from: string, to: string) => (record: Buffer) => {
  const at = record.indexOf(from)
  if (at < 0) throw new Error(`${from} is not in the record`)
  record.write(to, at)
  return record
}

export const auditedStore = async (t: Test, count: number) => {
  const store = await testStore(t)
  const url = await testDatabase(t)
  const log = openLog(t, store.url)
  const errors: unknown[] = []
  const start = async (
    more: Pick<Parameters<typeof startAudit>[0], 'destinations' | 'now'> = {},
  ) => {
    const report = (error: unknown) => errors.push(error)
    const audit = await startAudit({ url, log, report, ...more })
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= audit.stop())
    t.teardown(stop)
    return { ...audit, stop }
  }
  let revision: bigint | 'none' = 'none'
  const price = async (more: number) => {
    const answer = await log.append('componenttype-1', pricesOf(more), revision)
    if (!answer.appended) throw new Error('Somebody else appended')
    revision = answer.revision
    return answer.position
  }
  await price(count)
  return { store, url, log, start, price, errors }
}
