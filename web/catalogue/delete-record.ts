import { valueAt, type AnyRecord, type Entity } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import { capitalized } from '#contracts/text.ts'
import { attempt } from '../lib/attempt.ts'
import { newKey, remove, save } from '../lib/api.ts'
import { notifyDeleteRefused } from '../lib/delete-refused.tsx'
import { refresh } from '../lib/refresh.ts'
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
    title: `${capitalized(entity.noun.the)} er tilbake`,
    ...(lost.length > 0 && { text: `Kom ikke tilbake: ${lost.join(', ')}`, stays: true }),
  })
  await refresh()
}

/** Asks first; says that it is deleted and offers to bring it back, or says why not. */
export const deleteRecord = async (
  entity: Entity,
  row: AnyRecord,
  question: string,
  onDeleted?: () => void,
): Promise<void> => {
  if (!confirm(question)) return
  try {
    await remove(`/api/${entity.name}/${row.id}`)
    toast({
      title: 'Suksess',
      text: `${capitalized(entity.noun.one)} slettet`,
      action: { label: 'Angre', onSelect: () => void undoDelete(entity, row) },
    })
    onDeleted?.()
    await refresh()
  } catch (error) {
    notifyDeleteRefused(error, `Kunne ikke slette ${entity.noun.one}`)
  }
}
