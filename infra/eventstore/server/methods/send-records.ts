import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { status, type ServerWritableStream } from '@grpc/grpc-js'
import { sharedMessages, streamMessages } from '../../protocol/messages.ts'
import { send, signalOf } from '../calls.ts'
import type { Engine } from '../log/engine.ts'
import { positionAfter, type LogRecord } from '../log/record.ts'
import { RpcError } from '../rpc-error.ts'
import type { Filter } from './filter.ts'
import { eventAnswer, type ReadAnswer, type Resolved } from './read-answers.ts'

export type ReadCall = ServerWritableStream<ReadReq, ReadAnswer>

export type ReadOptions = {
  readonly forwards: boolean
  readonly count: number
  readonly resolveLinks: boolean
  readonly structuredIds: boolean
  readonly filter: Filter | null
}

export const page = 500

export const unexpectedResult = (which: 'ReadStreamResult' | 'ReadAllResult') =>
  new RpcError(status.UNKNOWN, `Unexpected ${which}: Error`)

const { RecordedEvent } = streamMessages.ReadResp.ReadEvent

/** A link's data is `revision@stream`. */
const resolve = async ({ store }: Engine, link: LogRecord): Promise<Resolved> => {
  if (link.type !== '$>') return { event: link }
  const data = Buffer.from(RecordedEvent.deserializeBinary(link.bytes).getData_asU8())
  const [, revision, stream] = /^(\d+)@(.+)$/su.exec(data.toString('utf8')) ?? []
  if (!revision || !stream) return { event: null, link }
  const [found] = await store.queries.ofStream(stream, Number(revision), 1, true)
  return { event: found?.revision === Number(revision) ? found : null, link }
}

const signedHalf = (hex: string): string => String(BigInt.asIntN(64, BigInt(`0x${hex}`)))

/** Some clients ask for UUIDs as two numbers. The Node client asks for text. */
const withStructuredId = (record: LogRecord): LogRecord => {
  const hex = record.id.replaceAll('-', '')
  const id = new sharedMessages.UUID.Structured()
    .setMostSignificantBits(signedHalf(hex.slice(0, 16)))
    .setLeastSignificantBits(signedHalf(hex.slice(16)))
  const event = RecordedEvent.deserializeBinary(record.bytes)
  event.setId(new sharedMessages.UUID().setStructured(id))
  return { ...record, bytes: Buffer.from(event.serializeBinary()) }
}

/** Awaits each send, so that a slow client uses no memory here. */
export const sendRecords = async (
  engine: Engine,
  call: ReadCall,
  records: readonly LogRecord[],
  { resolveLinks, structuredIds }: ReadOptions,
): Promise<void> => {
  const withRequestedId = structuredIds ? withStructuredId : (record: LogRecord) => record
  for (const record of records) {
    if (call.cancelled) return
    const { event, link }: Resolved = resolveLinks
      ? await resolve(engine, record)
      : { event: record }
    await send(
      call,
      eventAnswer({ event: event && withRequestedId(event), link: link && withRequestedId(link) }),
    )
  }
}

/** Yields an empty page each time the end is reached. It is pulled, so nothing is buffered or skipped. */
export async function* following(
  engine: Engine,
  call: ReadCall,
  from: number,
): AsyncGenerator<readonly LogRecord[]> {
  const over = AbortSignal.any([signalOf(call), engine.stopping])
  for (let next = from; !over.aborted;) {
    const { end } = engine.log
    const records = await engine.log.forwards(next, page)
    yield records
    if (records.length > 0) next = positionAfter(records.at(-1)!)
    else {
      next = Math.max(next, end)
      await engine.log.grown(next, over)
    }
  }
}
