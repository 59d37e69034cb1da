import { LogOut, Monitor } from 'lucide-react'
import type { ListedSession } from '#contracts/access-answers.ts'
import { messageOf, remove } from '../lib/api.ts'
import { asOf } from '../lib/as-of.ts'
import { attempt } from '../lib/attempt.ts'
import { Badge } from '../lib/badge.tsx'
import { Button } from '../lib/button.tsx'
import { dateTime } from '../lib/format.ts'
import { refresh } from '../lib/refresh.ts'
import { Loading } from '../lib/spinner.tsx'
import { useSessions } from './api.ts'

const end = async (owner: string, path: string, done: string) => {
  await attempt(() => remove(path), 'Kunne ikke avslutte økten', done)
  await refresh(owner)
}

const SessionLine = ({ owner, session }: { owner: string; session: ListedSession }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
    <Monitor className="size-4 shrink-0 text-muted" />
    <div className="min-w-0 flex-1 basis-48">
      <p className="flex flex-wrap items-center gap-2 font-medium break-words">
        {session.browser || 'Ukjent nettleser'}
        {session.current && <Badge tone="accent">Denne økten</Badge>}
      </p>
      <p className="text-sm text-muted">
        {session.address} · sist brukt {dateTime(session.lastUsedAt)} · utløper{' '}
        {dateTime(session.expiresAt)}
      </p>
    </div>
    {!session.current && asOf() === null && (
      <Button
        small
        onClick={() => void end(owner, `${owner}/sessions/${session.id}`, 'Økten er avsluttet')}
      >
        Avslutt
      </Button>
    )}
  </li>
)

/** Where someone is signed in, the latest used first; each can be ended, or all others at once. */
export const SessionsList = ({ owner }: { owner: string }) => {
  const { data, error } = useSessions(owner)
  if (error && !data) return <p className="text-danger">{messageOf(error)}</p>
  if (!data) return <Loading text="Laster økter..." />
  if (data.length === 0) return <p className="py-4 text-muted">Ingen økter</p>
  const others = data.filter(({ current }) => !current)
  return (
    <>
      <ul className="divide-y divide-line">
        {data.map((session) => (
          <SessionLine key={session.id} owner={owner} session={session} />
        ))}
      </ul>
      {others.length > 1 && asOf() === null && (
        <Button
          className="mt-3"
          icon={<LogOut />}
          onClick={() => void end(owner, `${owner}/sessions`, 'Øktene er avsluttet')}
        >
          {others.length < data.length ? 'Avslutt alle andre' : 'Avslutt alle'}
        </Button>
      )}
    </>
  )
}
