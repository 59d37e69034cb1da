import {
  DeadlineExceededError,
  jsonEvent,
  NO_STREAM,
  WrongExpectedVersionError,
  type AppendResult,
  type Credentials,
} from '@eventstore/db-client'
import type { Appended } from '#contracts/event-log.ts'
import { connect } from './client-internals.ts'
import type { Connection } from './connection.ts'
import type { EncodedAppend, EncodedEvent } from './encode.ts'

/** The client would serialise its input in a promise whose rejection cannot be caught. */
const asEventData = ({ id, type, data, metadata }: EncodedEvent) =>
  jsonEvent({ id, type, data: JSON.parse(data) as never, metadata: JSON.parse(metadata) as never })

const answerIn = ({ nextExpectedRevision, position }: AppendResult): Appended => {
  if (!position) throw new Error('The store gave no position for an append')
  return { appended: true, position: position.commit, revision: nextExpectedRevision }
}

export const conflict = ({ actualVersion }: WrongExpectedVersionError): Appended => ({
  appended: false,
  actual: typeof actualVersion === 'bigint' && actualVersion >= 0n ? actualVersion : 'none',
})

/** Passing credentials makes the client use this call; without TLS they are not sent. */
export const plainAppend = async (
  connection: Connection,
  credentials: Credentials,
  { stream, events, expected }: EncodedAppend,
  withinMs: number,
): Promise<Appended> => {
  const end = Date.now() + withinMs
  const client = connection.client()
  await connect(client, withinMs)
  try {
    const appended = await client.appendToStream(stream, events.map(asEventData), {
      expectedRevision: expected === 'none' ? NO_STREAM : expected,
      credentials,
      deadline: Math.max(1, end - Date.now()),
    })
    return answerIn(appended)
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) return conflict(error)
    if (error instanceof DeadlineExceededError) connection.replace(client)
    throw error
  }
}
