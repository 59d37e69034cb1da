import { randomUUID } from 'node:crypto'
import {
  decideAppend,
  decideDelete,
  type Decision,
  type Expected,
  type Outcome,
  type Written,
} from './decide.ts'
import type { Draft } from './draft.ts'
import type { Proposed } from './record.ts'

export type Write = {
  readonly stream: string
  readonly expected: Expected
  /** Epoch milliseconds; not decided by then, it is not done. */
  readonly deadline: number
} & (
  | { readonly does: 'append'; readonly events: readonly Proposed[] }
  | { readonly does: 'delete' | 'tombstone' }
)

/** A real server's log is never empty of its own events either, so nobody forgets to leave them out. */
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

/** Whether it succeeds only if the stream does not exist and, if it does, brings it into being. */
export const creates = (write: Write): boolean =>
  write.does === 'append' &&
  write.expected === 'no_stream' &&
  write.events.length > 0 &&
  !write.stream.startsWith('$$')

/** Decides a write and, if it is to be done, puts it into the draft. */
export const carryOut = async (write: Write, draft: Draft): Promise<Outcome> => {
  if (write.deadline <= Date.now()) return { is: 'too late' }
  const head = draft.head(write.stream)
  const decision: Decision =
    write.does === 'append'
      ? await decideAppend(write.stream, write.events, write.expected, head, draft.past)
      : decideDelete(write.expected, head, write.does === 'tombstone')
  if (decision.is !== 'write') return decision
  return { is: 'done', ...apply(write, draft) }
}

const apply = (write: Write, draft: Draft): Written => {
  if (write.does === 'append') return draft.append(write.stream, write.events)
  return write.does === 'delete' ? draft.softDelete(write.stream) : draft.tombstone(write.stream)
}
