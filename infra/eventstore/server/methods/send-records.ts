import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { status, type ServerWritableStream } from '@grpc/grpc-js'
import { send } from '../calls.ts'
import type { LogRecord } from '../log/record.ts'
import type { Store } from '../log/store.ts'
import { RpcError } from '../rpc-error.ts'
import type { Filter } from './filter.ts'
import { withLinks } from './links.ts'
import { eventAnswer, type ReadAnswer } from './read-answers.ts'
import { withStructuredIds } from './structured-ids.ts'

export type ReadCall = ServerWritableStream<ReadReq, ReadAnswer>

export type ReadOptions = {
  readonly forwards: boolean
  readonly count: number
  readonly resolveLinks: boolean
  readonly structuredIds: boolean
  readonly filter: Filter | null
}

export const unexpectedResult = (which: 'ReadStreamResult' | 'ReadAllResult') =>
  new RpcError(status.UNKNOWN, `Unexpected ${which}: Error`)

/** Each is awaited while the client is slow to take them, so that it holds no memory here. */
export const sendRecords = async (
  store: Store,
  call: ReadCall,
  records: readonly LogRecord[],
  { resolveLinks, structuredIds }: Pick<ReadOptions, 'resolveLinks' | 'structuredIds'>,
): Promise<void> => {
  for (const resolved of await withLinks(store, records, resolveLinks)) {
    if (call.cancelled) return
    await send(call, eventAnswer(structuredIds ? withStructuredIds(resolved) : resolved))
  }
}
