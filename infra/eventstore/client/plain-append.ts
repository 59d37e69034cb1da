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

/** The client serialises again what it is given, inside a promise whose failure nobody can catch. */
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

/**
 * One call per append, with a deadline that the server knows as well. The credentials select it in the
 * client, and are not sent where there is no TLS.
 */
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
