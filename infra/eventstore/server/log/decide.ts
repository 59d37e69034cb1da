import { isSoftDeleted, type Head } from './heads.ts'
import type { Proposed } from './record.ts'

export type Expected = number | 'any' | 'no_stream' | 'stream_exists'

export type Written = { readonly revision: number; readonly position: number }

export type Outcome =
  | { readonly is: 'done'; readonly revision: number; readonly position: number | null }
  | { readonly is: 'wrong version'; readonly actual: number }
  | { readonly is: 'deleted' }
  | { readonly is: 'too late' }

export type Decision = Outcome | { readonly is: 'write' }

export type Past = {
  readonly recent: (stream: string, id: string) => Written | undefined
  readonly idsFrom: (
    stream: string,
    from: number,
    count: number,
  ) => Promise<readonly { id: string; position: number }[]>
}

const write: Decision = { is: 'write' }
const deleted: Decision = { is: 'deleted' }
const wrong = (head: Head): Decision => ({ is: 'wrong version', actual: head.last })

/** As in EventStoreDB, a repeated event that was truncated since has a revision but no position. */
const repeated = (head: Head, { revision, position }: Written): Decision => ({
  is: 'done',
  revision,
  position: revision < head.metadata.truncateBefore ? null : position,
})

/** The rules of EventStoreDB's IndexWriter.CheckCommit: an append with known ids is a success, not a conflict. */
export const decideAppend = async (
  stream: string,
  events: readonly Proposed[],
  expected: Expected,
  head: Head,
  past: Past,
): Promise<Decision> => {
  if (head.tombstoned) return deleted
  if (expected === 'stream_exists') {
    if (isSoftDeleted(head)) return deleted
    if (head.last < 0 && head.metadataLast < 0) return wrong(head)
  }
  if (expected === 'any' || expected === 'stream_exists')
    return ofAnyVersion(stream, events, head, past)

  const before = expected === 'no_stream' ? -1 : expected
  if (before > head.last) return wrong(head)
  if (before === head.last) return write
  return ofOlderVersion(stream, events, before, head, past)
}

const ofAnyVersion = (
  stream: string,
  events: readonly Proposed[],
  head: Head,
  past: Past,
): Decision => {
  let last: Written | undefined
  for (const [index, event] of events.entries()) {
    const known = past.recent(stream, event.id)
    if (!known) return index === 0 ? write : wrong(head)
    last = known
  }
  return last ? repeated(head, last) : write
}

const ofOlderVersion = async (
  stream: string,
  events: readonly Proposed[],
  before: number,
  head: Head,
  past: Past,
): Promise<Decision> => {
  const there = await past.idsFrom(stream, before + 1, events.length)
  const differs = events.findIndex((event, index) => there[index]?.id !== event.id)
  if (differs === 0 && before === -1 && isSoftDeleted(head)) return write
  if (differs >= 0 || events.length === 0) return wrong(head)
  return repeated(head, {
    revision: before + events.length,
    position: there[events.length - 1]!.position,
  })
}

/** The rules of CheckCommit and of StorageWriterService's WriteDelete. `hard` also deletes a missing stream. */
export const decideDelete = (expected: Expected, head: Head, hard: boolean): Decision => {
  if (head.tombstoned) return deleted
  const exists = head.last >= 0 || head.metadataLast >= 0
  if (expected === 'stream_exists') {
    if (isSoftDeleted(head)) return deleted
    return exists ? write : wrong(head)
  }
  const fits =
    expected === 'any' ||
    (expected === 'no_stream' && (head.last < 0 || isSoftDeleted(head))) ||
    expected === head.last
  return fits && (hard || exists) ? write : wrong(head)
}
