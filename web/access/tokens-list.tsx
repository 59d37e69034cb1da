import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import { roles, type Role } from '#contracts/access.ts'
import type { ListedToken, NewToken } from '#contracts/access-answers.ts'
import { remove } from '../lib/api.ts'
import { asOf } from '../lib/as-of.ts'
import { attempt } from '../lib/attempt.ts'
import { Badge } from '../lib/badge.tsx'
import { DialogButton } from '../lib/dialog-button.tsx'
import { dateTime } from '../lib/format.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { refresh } from '../lib/refresh.ts'
import { AccessLine } from './access-line.tsx'
import { SecretDialog } from './secret-dialog.tsx'

const TokenDialog = lazyDialog(async () => (await import('./token-dialog.tsx')).TokenDialog)

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
  <AccessLine
    icon={<KeyRound />}
    title={
      <>
        {token.name}
        <Badge>{roles[token.role].label}</Badge>
        {hasExpired(token) && <Badge tone="danger">Utløpt</Badge>}
      </>
    }
    about={usage(token)}
    end={{ label: 'Trekk tilbake', of: token.name, onClick: () => void revoke(path, token) }}
  />
)

type MadeProps = { made: NewToken; onClose: () => void }

const MadeToken = ({ made: { name, token, expiresAt }, onClose }: MadeProps) => (
  <SecretDialog
    title={`API-nøkkelen «${name}»`}
    description="Kopier nøkkelen nå. Den vises bare denne ene gangen."
    secret={token}
    copy="Kopier nøkkelen"
    onClose={onClose}
  >
    Den virker til {dateTime(expiresAt)}, og sendes som{' '}
    <code className="font-mono">Authorization: Bearer</code>.
  </SecretDialog>
)

type Props = { path: string; ownerRole: Role }

const NewTokenButton = (props: Props) => {
  const [made, setMade] = useState<NewToken | null>(null)
  return (
    <>
      <DialogButton
        className="mt-3 self-start"
        icon={<Plus />}
        dialog={TokenDialog}
        with={{ ...props, onMade: setMade }}
      >
        Ny API-nøkkel
      </DialogButton>
      {made && <MadeToken made={made} onClose={() => setMade(null)} />}
    </>
  )
}

export const TokensList = ({ path, ownerRole }: Props) => (
  <Loaded
    {...useSWR<readonly ListedToken[]>(path)}
    loading="Laster API-nøkler..."
    failed="Kunne ikke hente API-nøklene"
  >
    {(all) => (
      <>
        {all.length === 0 ? (
          <p className="py-2 text-muted">Ingen API-nøkler</p>
        ) : (
          <ul className="divide-y divide-line">
            {all.map((token) => (
              <TokenLine key={token.id} path={path} token={token} />
            ))}
          </ul>
        )}
        {asOf() === null && <NewTokenButton path={path} ownerRole={ownerRole} />}
      </>
    )}
  </Loaded>
)
