import { ShieldCheck } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import useSWR from 'swr'
import type { LogEntry } from '#contracts/access-answers.ts'
import { readJson } from '../lib/api.ts'
import { Button } from '../lib/button.tsx'
import { LabelledInput, LabelledSelect } from '../lib/labelled.tsx'
import { Notice } from '../lib/notice.tsx'
import { OlderButton } from '../lib/older-button.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { Loaded } from '../lib/panel.tsx'
import { useOlder, type OlderPage } from '../lib/use-older.ts'
import { LogTable } from './log-table.tsx'

type Filter = { readonly event: string; readonly user: string }
type EventName = { readonly event: string; readonly label: string }

const logPath = '/api/access/security-log'

const pathOf = ({ event, user }: Filter): string => {
  const query = new URLSearchParams({
    limit: '100',
    ...(event && { event }),
    ...(user.trim() && { user: user.trim() }),
  })
  return `${logPath}?${query.toString()}`
}

type Page = { readonly data: readonly LogEntry[]; readonly next: number | null }

const readPage = async (path: string): Promise<OlderPage<LogEntry>> => {
  const { data, next } = await readJson<Page>(path)
  return { items: data, before: next === null ? null : String(next) }
}

type FormProps = { filter: Filter; onChange: (filter: Filter) => void }

const FilterForm = ({ filter, onChange }: FormProps) => {
  const [user, setUser] = useState('')
  const { data: events = [] } = useSWR<readonly EventName[]>(`${logPath}/events`)
  const search = () => onChange({ ...filter, user })
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    search()
  }
  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <LabelledSelect
        label="Hendelse"
        value={filter.event}
        onChange={(event) => onChange({ ...filter, event })}
        options={[
          ['', 'Alle hendelser'],
          ...events.map(({ event, label }) => [event, label] as const),
        ]}
      />
      <LabelledInput
        label="Brukernavn"
        autoCapitalize="none"
        value={user}
        onChange={setUser}
        onBlur={search}
      />
      <Button type="submit">Vis</Button>
    </form>
  )
}

export const SecurityLogScreen = () => {
  const [filter, setFilter] = useState<Filter>({ event: '', user: '' })
  const log = useOlder<LogEntry>(pathOf(filter), readPage)
  return (
    <PageFrame title="Sikkerhetslogg" description="Innlogginger, avslag og endringer av tilgang">
      <FilterForm filter={filter} onChange={setFilter} />
      <Loaded
        {...log}
        loading="Laster..."
        failed="Kunne ikke hente loggen"
        empty={<Notice icon={<ShieldCheck />} title="Ingen hendelser funnet" />}
      >
        {(entries) => (
          <>
            <section aria-label="Hendelser" className="panel px-4 pb-3">
              <LogTable entries={entries} />
            </section>
            <OlderButton list={log} />
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}
