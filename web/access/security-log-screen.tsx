import { useId, useState } from 'react'
import useSWR from 'swr'
import useSWRInfinite from 'swr/infinite'
import { messageOf, readJson } from '../lib/api.ts'
import { Button } from '../lib/button.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { Loading, Spinner } from '../lib/spinner.tsx'
import { Select } from '../lib/select.tsx'
import { LogTable } from './log-table.tsx'
import { logPath, pagePath, type Page } from './security-log.ts'

type EventName = { readonly event: string; readonly label: string }

/** Logins, refusals, role changes: newest first. */
export const SecurityLogScreen = () => {
  const [event, setEvent] = useState('')
  const [user, setUser] = useState('')
  const [submittedUser, setSubmittedUser] = useState('')
  const { data: events = [] } = useSWR<readonly EventName[]>(`${logPath}/events`)
  const { data, error, size, setSize, isValidating } = useSWRInfinite<Page>(
    (_index: number, previous: Page | null) => pagePath({ event, user: submittedUser }, previous),
    readJson,
    { revalidateFirstPage: false },
  )
  const id = useId()
  const entries = data?.flatMap((page) => page.data)
  const more = data?.at(-1)?.next !== null && data !== undefined

  return (
    <PageFrame title="Sikkerhetslogg" description="Innlogginger, avslag og endringer av tilgang">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          setSubmittedUser(user)
        }}
      >
        <div className="flex flex-col gap-1">
          <label htmlFor={`${id}-event`} className="text-sm font-medium">
            Hendelse
          </label>
          <Select
            id={`${id}-event`}
            value={event}
            onChange={({ target }) => setEvent(target.value)}
            options={[
              ['', 'Alle hendelser'],
              ...events.map((one) => [one.event, one.label] as const),
            ]}
          />
        </div>
        <div className="flex flex-col gap-1">
          <label htmlFor={`${id}-user`} className="text-sm font-medium">
            Brukernavn
          </label>
          <input
            id={`${id}-user`}
            className="control"
            autoCapitalize="none"
            value={user}
            onChange={({ target }) => setUser(target.value)}
            onBlur={() => setSubmittedUser(user)}
          />
        </div>
        <Button type="submit">Vis</Button>
      </form>
      {error && !entries ? (
        <p role="alert" className="text-danger">
          {messageOf(error)}
        </p>
      ) : !entries ? (
        <Loading className="py-10" />
      ) : entries.length === 0 ? (
        <p className="panel py-14 text-center text-muted">Ingen hendelser funnet</p>
      ) : (
        <section aria-label="Hendelser" className="panel overflow-hidden">
          <LogTable entries={entries} />
        </section>
      )}
      {more && (
        <Button
          className="self-center"
          disabled={isValidating}
          onClick={() => void setSize(size + 1)}
        >
          {isValidating && <Spinner />}
          Vis eldre
        </Button>
      )}
    </PageFrame>
  )
}
