import type { LogEntry } from '#contracts/access-answers.ts'
import { count as whole, dateTime } from '../lib/format.ts'
import { linkLook } from '../lib/record-link.tsx'
import { PlainTable, type PlainColumn } from '../lib/plain-table.tsx'

const names: Readonly<Record<string, string>> = {
  from: 'fra',
  to: 'til',
  nameFrom: 'navn fra',
  nameTo: 'navn til',
  user: 'bruker',
  role: 'rolle',
  reason: 'årsak',
  purpose: 'formål',
  by: 'via',
  token: 'API-nøkkel',
  via: 'via API-nøkkel',
  expiresAt: 'utløper',
}
const words: Readonly<Record<string, string>> = {
  password: 'feil passord',
  code: 'feil engangskode',
  deactivated: 'deaktivert konto',
  first: 'første administrator',
  invited: 'invitasjon',
  reset: 'nytt passord',
  oidc: 'jobbkonto',
}

const detail = ([key, value]: [string, unknown]): string => {
  const said = typeof value === 'string' ? value : JSON.stringify(value)
  const text = key === 'expiresAt' ? dateTime(said) : said
  const isWord = key === 'reason' || key === 'purpose' || key === 'by'
  return `${names[key] ?? key}: ${(isWord && words[text]) || text}`
}

/** For example 'PUT /api/suppliers/4, fra: leser, til: redaktør'. */
export const detailsText = ({
  method,
  path,
  userId: _id,
  ...details
}: LogEntry['details']): string => {
  const request = [method, path].filter((part) => typeof part === 'string').join(' ')
  return [request, ...Object.entries(details).map(detail)].filter(Boolean).join(', ')
}

export const countText = (count: number): string => `${whole(count)} ganger på ett minutt`

/** Contents of the columns that a narrow window hides. */
const Narrow = ({ entry: { at, address, browser, details } }: { entry: LogEntry }) => (
  <div className="text-sm wrap-anywhere text-muted xl:hidden">
    <time dateTime={at} className="tabular-nums sm:hidden">
      {dateTime(at)}
    </time>
    <p>{[address, browser].filter(Boolean).join(' · ')}</p>
    <p>{detailsText(details)}</p>
  </div>
)

const wide = 'text-sm text-muted max-xl:hidden'

type OnAccount = (entry: LogEntry) => void

/** As in the journal: the name from then, and the one the account has now. */
export const AccountName = ({ username, usernameNow }: LogEntry) => (
  <>
    {username}
    {usernameNow && <span className="text-muted"> (nå {usernameNow})</span>}
  </>
)

const Account = ({ entry, onShow }: { entry: LogEntry; onShow: () => void }) =>
  entry.userId === null ? (
    entry.username
  ) : (
    <button
      type="button"
      title="Vis bare denne kontoen"
      className={`flex text-left ${linkLook}`}
      onClick={onShow}
    >
      <span>
        <AccountName {...entry} />
      </span>
    </button>
  )

const columnsOf = (onAccount: OnAccount): readonly PlainColumn<LogEntry>[] => [
  {
    head: 'Tidspunkt',
    look: 'whitespace-nowrap max-sm:hidden',
    cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time>,
  },
  {
    head: 'Hendelse',
    cell: (entry) => (
      <>
        <span className="font-medium xl:whitespace-nowrap">{entry.label}</span>
        {entry.count > 1 && <span className="text-muted"> {countText(entry.count)}</span>}
        <Narrow entry={entry} />
      </>
    ),
  },
  {
    head: 'Bruker',
    look: 'w-28 wrap-anywhere',
    cell: (entry) => <Account entry={entry} onShow={() => onAccount(entry)} />,
  },
  { head: 'Adresse', look: wide, cell: ({ address }) => address },
  { head: 'Nettleser', look: `${wide} whitespace-nowrap`, cell: ({ browser }) => browser },
  {
    head: 'Detaljer',
    look: `${wide} wrap-anywhere`,
    cell: ({ details }) => detailsText(details),
  },
]

type Props = { entries: readonly LogEntry[]; onAccount: OnAccount }

export const LogTable = ({ entries, onAccount }: Props) => (
  <PlainTable columns={columnsOf(onAccount)} rows={entries} keyOf={({ id }) => id} />
)
