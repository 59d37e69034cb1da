import { KeyRound, Plus } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { roles, type Role } from '#contracts/access.ts'
import type { ListedToken, NewToken } from '#contracts/access-answers.ts'
import { messageOf, remove } from '../lib/api.ts'
import { asOf } from '../lib/as-of.ts'
import { attempt } from '../lib/attempt.ts'
import { Badge } from '../lib/badge.tsx'
import { Button } from '../lib/button.tsx'
import { dateTime } from '../lib/format.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { refresh } from '../lib/refresh.ts'
import { Loading } from '../lib/spinner.tsx'
import { useTokens } from './api.ts'
import type { TokenDialog as TokenForm } from './token-dialog.tsx'
import { TokenMadeDialog } from './token-made-dialog.tsx'

/** The form's code comes when it is opened. */
const TokenDialog = lazyDialog<ComponentProps<typeof TokenForm>>(() =>
  import('./token-dialog.tsx').then((m) => m.TokenDialog),
)

const revoke = async (path: string, { id, name }: ListedToken) => {
  if (!confirm(`Trekke tilbake API-nøkkelen ${name}? Det som bruker den, slutter å virke.`)) return
  const done = 'API-nøkkelen er trukket tilbake'
  await attempt(() => remove(`${path}/${id}`), 'Kunne ikke trekke tilbake nøkkelen', done)
  await refresh(path)
}

const usage = ({ createdAt, createdBy, lastUsedAt, expiresAt }: ListedToken): string =>
  [
    `laget ${dateTime(createdAt)}${createdBy === null ? '' : ` av ${createdBy}`}`,
    lastUsedAt === null ? 'aldri brukt' : `sist brukt ${dateTime(lastUsedAt)}`,
    `utløper ${dateTime(expiresAt)}`,
  ].join(' · ')

const hasExpired = ({ expiresAt }: ListedToken): boolean => Date.parse(expiresAt) <= Date.now()

const TokenLine = ({ path, token }: { path: string; token: ListedToken }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
    <KeyRound className="size-4 shrink-0 text-muted" />
    <div className="min-w-0 flex-1 basis-48">
      <p className="flex flex-wrap items-center gap-2 font-medium break-words">
        {token.name}
        <Badge>{roles[token.role].label}</Badge>
        {hasExpired(token) && <Badge tone="danger">Utløpt</Badge>}
      </p>
      <p className="text-sm text-muted">{usage(token)}</p>
    </div>
    {asOf() === null && (
      <Button small onClick={() => void revoke(path, token)}>
        Trekk tilbake
      </Button>
    )}
  </li>
)

type Props = { path: string; ownerRole: Role }

/** Somebody's API tokens, the newest first; made here, and revoked. */
export const TokensList = ({ path, ownerRole }: Props) => {
  const { data, error } = useTokens(path)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<NewToken | null>(null)
  if (error && !data) return <p className="text-danger">{messageOf(error)}</p>
  if (!data) return <Loading text="Laster API-nøkler..." />
  return (
    <>
      {data.length === 0 && <p className="py-2 text-muted">Ingen API-nøkler</p>}
      <ul className="divide-y divide-line">
        {data.map((token) => (
          <TokenLine key={token.id} path={path} token={token} />
        ))}
      </ul>
      {asOf() === null && (
        <Button className="mt-3" icon={<Plus />} onClick={() => setMaking(true)}>
          Ny API-nøkkel
        </Button>
      )}
      {isMaking && (
        <TokenDialog
          path={path}
          ownerRole={ownerRole}
          onMade={setMade}
          onClose={() => setMaking(false)}
        />
      )}
      {made && <TokenMadeDialog made={made} onClose={() => setMade(null)} />}
    </>
  )
}
