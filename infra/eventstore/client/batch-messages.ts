import { randomUUID } from 'node:crypto'
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { WrongExpectedVersionError } from '@eventstore/db-client'
import failures from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js'
import ids from '@eventstore/db-client/dist/utils/grpcUUID.js'
import type { Appended } from '#contracts/event-log.ts'
import type { EncodedAppend } from './encode.ts'
import { encodeRequest } from './encode-request.ts'
import { conflict } from './plain-append.ts'

/** Its correlation id, and the message. */
export const request = (asked: EncodedAppend, withinMs: number) => {
  const id = randomUUID()
  return { id, message: encodeRequest(id, asked, Date.now() + withinMs) }
}

/** Which append it answers. */
export const correlationOf = (response: BatchAppendResp): string =>
  ids.parseUUID(response.getCorrelationId()) ?? ''

/** Throws the client's own errors. */
export const answerIn = (response: BatchAppendResp, stream: string): Appended => {
  const success = response.getSuccess()
  if (!success) {
    const error = failures.unpackToCommandError(response.getError()!, stream)
    if (error instanceof WrongExpectedVersionError) return conflict(error)
    throw error
  }
  const position = success.getPosition()
  if (!position) throw new Error('The store gave no position for an append')
  return {
    appended: true,
    position: BigInt(position.getCommitPosition()),
    revision: BigInt(success.getCurrentRevision()),
  }
}
