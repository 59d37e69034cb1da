import type { EntityName } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { definitionOf, type DataWith } from '#contracts/events.ts'
import { subjectOf, typesConcerning, type RecordId } from '../kernel/projection.ts'

/** What a row has besides the fields of its version in the history. Absent times stay as they are. */
type Stamp = {
  readonly id: RecordId
  readonly version: number
  readonly created_at?: string
  readonly updated_at?: string
}

/** What a batch does to one table. A record that comes back in it is removed and present. */
export type Changed = {
  readonly present: Map<RecordId, Stamp>
  readonly removed: Set<RecordId>
}

const updating = typesConcerning('updatedAt')

/** A record's version is the revision of its stream, so every event moves it. */
const stamped = (before: Stamp | undefined, id: RecordId, event: RecordedEvent): Stamp => {
  const { type, data, metadata, revision } = event
  const { createdAt = metadata.at } = data as Partial<DataWith<'created'> & { createdAt: string }>
  return {
    ...before,
    id,
    version: Number(revision),
    ...(updating.includes(type) && { updated_at: metadata.at }),
    ...(definitionOf(type).effect === 'created' && { created_at: createdAt }),
  }
}

export const changedRecords = (
  events: readonly RecordedEvent[],
): ReadonlyMap<EntityName, Changed> => {
  const tables = new Map<EntityName, Changed>()
  for (const event of events) {
    const { entity, id } = subjectOf(event)
    const { present, removed } = tables.get(entity) ?? { present: new Map(), removed: new Set() }
    tables.set(entity, { present, removed })
    const { effect } = definitionOf(event.type)
    if (effect === 'removed') {
      present.delete(id)
      removed.add(id)
      continue
    }
    const isGone = removed.has(id) && !present.has(id)
    if (isGone && effect !== 'created') throw new Error(`${entity} ${id} was removed before`)
    present.set(id, stamped(present.get(id), id, event))
  }
  return tables
}
