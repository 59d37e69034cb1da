import { ShieldCheck, X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import useSWR from 'swr'
import type { LogEntry } from '#contracts/access-answers.ts'
import { readJson } from '../lib/api.ts'
import { Button } from '../lib/button.tsx'
import { FilterField, LabelledInput, LabelledSelect } from '../lib/labelled.tsx'
import { NotRead } from '../lib/loaded.tsx'
import { Notice } from '../lib/notice.tsx'
import { OlderList, type OlderPage } from '../lib/older-list.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { withQuery } from '../lib/with-query.ts'
import { AccountName, LogTable } from './log-table.tsx'

/** `account` is of the entry whose account is shown alone. */
type Filter = {
  readonly event: string
  readonly user: string
  readonly account: LogEntry | null
}
type EventName = { readonly event: string; readonly label: string }

const logPath = '/api/access/security-log'

const pathOf = ({ event, user, account }: Filter): string =>
  withQuery(logPath, { limit: '100', event, user: account?.userId ?? user.trim() })

type Page = { readonly data: readonly LogEntry[]; readonly next: number | null }

const readPage = async (path: string): Promise<OlderPage<LogEntry>> => {
  const { data, next } = await readJson<Page>(path)
  return { items: data, before: next === null ? null : String(next) }
}

type FormProps = {
  filter: Filter
  onChange: (filter: Filter) => void
  typed: string
  onType: (user: string) => void
}

const FilterForm = ({ filter, onChange, typed, onType }: FormProps) => {
  const { data: events = [], ...answer } = useSWR<readonly EventName[]>(`${logPath}/events`)
  const search = () => typed !== filter.user && onChange({ ...filter, user: typed, account: null })
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    search()
  }
  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <FilterField value={filter.event}>
        <LabelledSelect
          label="Hendelse"
          value={filter.event}
          onChange={(event) => onChange({ ...filter, event })}
          options={[
            ['', 'Alle hendelser'],
            ...events.map(({ event, label }) => [event, label] as const),
          ]}
        />
      </FilterField>
      <FilterField value={typed}>
        <LabelledInput
          label="Brukernavn"
          autoCapitalize="none"
          value={typed}
          onChange={onType}
          onBlur={search}
        />
      </FilterField>
      <Button type="submit">Vis</Button>
      <NotRead {...answer} failed="Kunne ikke hente hendelsene å velge i" />
    </form>
  )
}

type AccountProps = { account: LogEntry; onEnd: () => void }

const ShownAccount = ({ account, onEnd }: AccountProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
    <p>
      Viser bare kontoen{' '}
      <span className="font-medium">
        <AccountName {...account} />
      </span>
    </p>
    <Button small icon={<X />} onClick={onEnd}>
      Vis alle
    </Button>
  </div>
)

const all: Filter = { event: '', user: '', account: null }

export const SecurityLogScreen = () => {
  const [filter, setFilter] = useState(all)
  const [typed, setTyped] = useState('')
  const { account } = filter
  const showAccount = (shown: LogEntry | null) => {
    setTyped('')
    setFilter({ ...filter, user: '', account: shown })
  }
  return (
    <PageFrame title="Sikkerhetslogg" description="Innlogginger, avslag og endringer av tilgang">
      <FilterForm filter={filter} onChange={setFilter} typed={typed} onType={setTyped} />
      {account && <ShownAccount account={account} onEnd={() => showAccount(null)} />}
      <OlderList
        path={pathOf(filter)}
        read={readPage}
        loading="Laster..."
        failed="Kunne ikke hente loggen"
        empty={<Notice icon={<ShieldCheck />} title="Ingen hendelser funnet" />}
      >
        {(entries) => (
          <section aria-label="Hendelser" className="panel px-4 pb-3">
            <LogTable entries={entries} onAccount={showAccount} />
          </section>
        )}
      </OlderList>
    </PageFrame>
  )
}
