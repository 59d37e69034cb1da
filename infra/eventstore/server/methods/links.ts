import { streamMessages } from '../../protocol/messages.ts'
import type { LogRecord } from '../log/record.ts'
import type { Store } from '../log/store.ts'
import type { Resolved } from './read-answers.ts'

const { RecordedEvent } = streamMessages.ReadResp.ReadEvent

/** A link's data is `revision@stream`. */
const target = (link: LogRecord): readonly [number, string] | null => {
  const data = Buffer.from(RecordedEvent.deserializeBinary(link.bytes).getData_asU8())
  const [, revision, stream] = /^(\d+)@(.+)$/su.exec(data.toString('utf8')) ?? []
  return revision && stream ? [Number(revision), stream] : null
}

const resolve = async (store: Store, record: LogRecord): Promise<Resolved> => {
  if (record.type !== '$>') return { event: record }
  const [revision, stream] = target(record) ?? []
  if (revision === undefined || stream === undefined) return { event: null, link: record }
  const [found] = await store.queries.streamForwards(stream, revision, 1)
  return { event: found?.revision === revision ? found : null, link: record }
}

export const withLinks = async (
  store: Store,
  records: readonly LogRecord[],
  wanted: boolean,
): Promise<readonly Resolved[]> =>
  wanted && records.some(({ type }) => type === '$>')
    ? Promise.all(records.map((record) => resolve(store, record)))
    : records.map((event) => ({ event }))
