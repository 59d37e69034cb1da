import { randomUUID } from 'node:crypto'
import {
  decideAppend,
  decideDelete,
  type Decision,
  type Expected,
  type Outcome,
  type Written,
} from './decide.ts'
import type { WriteBatch } from './write-batch.ts'
import type { Proposed } from './record.ts'

type Common = {
  readonly stream: string
  readonly expected: Expected
  /** Epoch milliseconds. */
  readonly deadline: number
}
export type Append = Common & { readonly does: 'append'; readonly events: readonly Proposed[] }
export type Write = Append | (Common & { readonly does: 'delete' | 'tombstone' })

/** A new log starts with a system event, as on a real server, so readers must handle those from the start. */
export const creation: Write = {
  does: 'append',
  stream: '$embedded-store',
  expected: 'no_stream',
  deadline: Infinity,
  events: [
    {
      id: randomUUID(),
      type: '$created',
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: new Uint8Array(),
    },
  ],
}

/** Small groups, so that clients prepare their next appends during a commit. */
const maxEvents = 200
const maxBytes = 4 * 1024 * 1024

const bytesOf = (write: Write): number =>
  write.does === 'append'
    ? write.events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0)
    : 0

export const groupSize = (waiting: readonly Write[]): number => {
  let events = 0
  let bytes = 0
  const tooMany = waiting.findIndex((write, index) => {
    events += write.does === 'append' ? write.events.length : 1
    bytes += bytesOf(write)
    return index > 0 && (events > maxEvents || bytes > maxBytes)
  })
  return tooMany < 0 ? waiting.length : tooMany
}

export const carryOut = async (write: Write, batch: WriteBatch): Promise<Outcome> => {
  if (write.deadline <= Date.now()) return { is: 'too late' }
  const head = batch.head(write.stream)
  const decision: Decision =
    write.does === 'append'
      ? await decideAppend(write.stream, write.events, write.expected, head, batch)
      : decideDelete(write.expected, head, write.does === 'tombstone')
  if (decision.is !== 'write') return decision
  return { is: 'done', ...apply(write, batch) }
}

const apply = (write: Write, batch: WriteBatch): Written => {
  if (write.does === 'append') return batch.append(write.stream, write.events)
  return write.does === 'delete' ? batch.softDelete(write.stream) : batch.tombstone(write.stream)
}
