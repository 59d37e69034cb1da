import { isSame, valueAt, type AnyRecord, type Entity } from '#contracts/entity.ts'
import { capitalized } from '#contracts/text.ts'
import { attempt } from '../lib/attempt.ts'
import { newKey, remove, save } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { refresh } from '../lib/refresh.ts'
import { toast } from '../lib/toasts.tsx'
import { RecordLink } from '../lib/record-link.tsx'
import { isListed, type Listed } from '../lib/list-paths.ts'

type User = { readonly entity: Listed; readonly id: number; readonly name: string }

const isUser = (detail: unknown): detail is User =>
  typeof detail === 'object' &&
  detail !== null &&
  'entity' in detail &&
  isListed(String(detail.entity))

const usersIn = (error: unknown): readonly User[] =>
  error instanceof ApiError && Array.isArray(error.details) ? error.details.filter(isUser) : []

const Users = ({ of }: { of: readonly User[] }) => (
  <ul aria-label="Brukes av" className="mt-1 max-h-40 overflow-y-auto text-sm">
    {of.map(({ entity, id, name }) => (
      <li key={`${entity} ${id}`} className="break-words">
        <RecordLink to={entity} id={id}>
          {name}
        </RecordLink>
      </li>
    ))}
  </ul>
)

/** A toast that stays, with links to the records that prevent the deletion. */
const notifyDeleteRefused = (error: unknown, otherwise: string): void => {
  const users = usersIn(error)
  const text = error instanceof ApiError ? error.serverText : undefined
  toast({
    title: 'Feil',
    text: text ?? otherwise,
    destructive: true,
    ...(users.length > 0 && { more: <Users of={users} />, stays: true }),
  })
}

/** The labels of fields whose values the reinstated record has lost. */
const lostOf = ({ fields }: Entity, before: AnyRecord, after: AnyRecord): readonly string[] =>
  Object.entries(fields)
    .filter(([key]) => !isSame(valueAt(before, key) ?? null, valueAt(after, key) ?? null))
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

/** Asks first. Afterwards a toast offers undo, or says why the server refused. */
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
