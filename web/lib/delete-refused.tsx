import { ApiError } from './api.ts'
import { RecordLink } from './record-link.tsx'
import { isListed, type Listed } from './list-paths.ts'
import { toast } from './toasts.tsx'

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
export const notifyDeleteRefused = (error: unknown, otherwise: string): void => {
  const users = usersIn(error)
  const text = error instanceof ApiError ? error.serverText : undefined
  toast({
    title: 'Feil',
    text: text ?? otherwise,
    destructive: true,
    ...(users.length > 0 && { more: <Users of={users} />, stays: true }),
  })
}
