import { valueAt, type AnyRecord, type Entity } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import { attempt } from '../lib/attempt.ts'
import { newKey, save } from '../lib/api.ts'
import { refresh } from '../lib/refresh.ts'
import { capitalise } from '../lib/text.ts'
import { toast } from '../lib/toasts.tsx'

const isSame = (one: Value | undefined, other: Value | undefined) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** What the record had that did not come back with it. */
const lostOf = ({ fields }: Entity, before: AnyRecord, after: AnyRecord): readonly string[] =>
  Object.entries(fields)
    .filter(([key]) => !isSame(valueAt(before, key), valueAt(after, key)))
    .map(([, { label }]) => label)

const undoDelete = async (entity: Entity, row: AnyRecord): Promise<void> => {
  const key = newKey()
  const path = `/api/${entity.name}/${row.id}/reinstate`
  const back = await attempt(
    () => save<AnyRecord>('POST', path, {}, { key }),
    `Kunne ikke hente tilbake ${entity.noun.the}`,
  )
  if (!back) return
  const lost = lostOf(entity, row, back)
  toast({
    title: `${capitalise(entity.noun.the)} er tilbake`,
    ...(lost.length > 0 && { text: `Kom ikke tilbake: ${lost.join(', ')}`, stays: true }),
  })
  await refresh()
}

/** Says that it is deleted, and offers to bring it back. */
export const tellDeleted = (entity: Entity, row: AnyRecord): void =>
  toast({
    title: 'Suksess',
    text: `${capitalise(entity.noun.one)} slettet`,
    action: { label: 'Angre', onSelect: () => void undoDelete(entity, row) },
  })
