import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { Position } from '#contracts/event-log.ts'
import { sharedMessages, streamMessages } from '../server/generated.ts'

const { Empty, StreamIdentifier } = sharedMessages
const { Options } = streamMessages.ReadReq
const { ReadDirection } = Options

export type From = Position | 'start' | 'end'

const textIds = () => new Options.UUIDOption().setString(new Empty())

const request = (options: ReadReq.Options): ReadReq =>
  new streamMessages.ReadReq().setOptions(options.setUuidOption(textIds()))

const inAll = (from: From): ReadReq.Options.AllOptions => {
  const all = new Options.AllOptions()
  if (from === 'start') return all.setStart(new Empty())
  if (from === 'end') return all.setEnd(new Empty())
  const position = new Options.Position()
    .setCommitPosition(String(from))
    .setPreparePosition(String(from))
  return all.setPosition(position)
}

export const readStream = (name: string, from: bigint, count: number): ReadReq => {
  const stream = new Options.StreamOptions()
    .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(name)))
    .setRevision(String(from))
  return request(new Options().setStream(stream).setCount(String(count)).setNoFilter(new Empty()))
}

export const readAll = (from: From, count: number, backwards = false): ReadReq =>
  request(
    new Options()
      .setAll(inAll(from))
      .setCount(String(count))
      .setNoFilter(new Empty())
      .setReadDirection(backwards ? ReadDirection.BACKWARDS : ReadDirection.FORWARDS),
  )

/**
 * System events are left out. Checkpoints are not put to use, and cost a message each: one resumes from
 * what was handled.
 */
export const followAll = (after: Position | null): ReadReq => {
  const filter = new Options.FilterOptions()
    .setStreamIdentifier(new Options.FilterOptions.Expression().setRegex('^[^$]'))
    .setCount(new Empty())
    .setCheckpointintervalmultiplier(1000)
  return request(
    new Options()
      .setAll(inAll(after ?? 'start'))
      .setSubscription(new Options.SubscriptionOptions())
      .setFilter(filter),
  )
}
