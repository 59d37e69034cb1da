import { LogOut, Monitor } from 'lucide-react'
import useSWR from 'swr'
import type { ListedSession } from '#contracts/access-answers.ts'
import { remove } from '../lib/api.ts'
import { asOf } from '../lib/as-of.ts'
import { attempt } from '../lib/attempt.ts'
import { Badge } from '../lib/badge.tsx'
import { Button } from '../lib/button.tsx'
import { dateTime } from '../lib/format.ts'
import { Loaded } from '../lib/loaded.tsx'
import { refresh } from '../lib/refresh.ts'
import { AccessLine } from './access-line.tsx'

const end = async (owner: string, path: string, done: string) => {
  await attempt(() => remove(path), 'Kunne ikke avslutte økten', done)
  await refresh(owner)
}

const aboutOf = ({ address, lastUsedAt, expiresAt }: ListedSession) =>
  `${address} · sist brukt ${dateTime(lastUsedAt)} · utløper ${dateTime(expiresAt)}`

const nameOf = ({ browser }: ListedSession) => browser || 'Ukjent nettleser'

const SessionLine = ({ owner, session }: { owner: string; session: ListedSession }) => (
  <AccessLine
    icon={<Monitor />}
    title={
      <>
        {nameOf(session)}
        {session.current && <Badge tone="accent">Denne økten</Badge>}
      </>
    }
    about={aboutOf(session)}
    end={
      !session.current && {
        label: 'Avslutt',
        of: `${nameOf(session)}, sist brukt ${dateTime(session.lastUsedAt)}`,
        onClick: () => void end(owner, `${owner}/sessions/${session.id}`, 'Økten er avsluttet'),
      }
    }
  />
)

const Sessions = ({ owner, all }: { owner: string; all: readonly ListedSession[] }) => {
  const others = all.filter(({ current }) => !current)
  return (
    <>
      <ul className="divide-y divide-line">
        {all.map((session) => (
          <SessionLine key={session.id} owner={owner} session={session} />
        ))}
      </ul>
      {others.length > 1 && asOf() === null && (
        <Button
          className="mt-3 self-start"
          icon={<LogOut />}
          onClick={() => void end(owner, `${owner}/sessions`, 'Øktene er avsluttet')}
        >
          {others.length < all.length ? 'Avslutt alle andre' : 'Avslutt alle'}
        </Button>
      )}
    </>
  )
}

export const SessionsList = ({ owner }: { owner: string }) => (
  <Loaded
    {...useSWR<readonly ListedSession[]>(`${owner}/sessions`)}
    loading="Laster økter..."
    failed="Kunne ikke hente øktene"
    empty={<p className="py-4 text-muted">Ingen økter</p>}
  >
    {(all) => <Sessions owner={owner} all={all} />}
  </Loaded>
)
