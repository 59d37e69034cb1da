import { setImmediate } from 'node:timers/promises'
import { test } from 'tap'
import { someEvents } from '../testing/events.ts'
import { messageSplitter } from '../server/message-splitter.ts'
import { batchCall } from './batch-call.ts'
import { encode } from './encode.ts'
import type { Duplex } from './inside.ts'
import { together, type Outgoing } from './together.ts'

/** As grpc-js does it: a header for what it takes for one message, and the message behind it. */
const sent = (message: Outgoing): Buffer[] => {
  const bytes = Buffer.alloc(5 + message.length)
  bytes.writeUInt32BE(message.length, 1)
  message.copy(bytes, 5)
  const received: Buffer[] = []
  messageSplitter((one) => received.push(one))(bytes)
  return received
}

test('messages that leave together arrive one by one', async (t) => {
  const few = [Buffer.from('one')]
  const many = [Buffer.from('one'), Buffer.alloc(70_000, 7), Buffer.alloc(0), Buffer.from('last')]
  for (const messages of [few, many]) t.same(sent(together(messages)), messages)
})

test('appends of one turn are one write, those of the next another', async (t) => {
  const writes: Buffer[][] = []
  const call: Duplex = {
    on: () => call,
    write: (message) => writes.push(sent(message)) > 0,
    cancel: () => undefined,
  }
  const { append } = batchCall(call)
  const appends = ['a', 'b', 'c', 'd'].map((stream) => encode(stream, someEvents(1), 'none'))
  const unanswered = appends.slice(0, 3).map((asked) => append(asked, 100))
  await setImmediate()
  unanswered.push(append(appends[3]!, 100))
  await setImmediate()
  t.same(
    writes.map((messages) => messages.length),
    [3, 1],
  )
  const ends = await Promise.allSettled(unanswered)
  t.ok(ends.every(({ status }) => status === 'rejected'))
})
