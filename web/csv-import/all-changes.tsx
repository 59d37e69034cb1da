import { useState } from 'react'
import useSWR from 'swr'
import type { PlannedChange } from '#contracts/csv/answer.ts'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { dataOf, readResponse } from '../lib/api.ts'
import { Button } from '../lib/button.tsx'
import { count } from '../lib/format.ts'
import { NotRead } from '../lib/loaded.tsx'
import { jobPath } from './import-api.ts'
import { changeRows, heads, type Result } from './result-tables.tsx'
import { most, panel, Rows, summary } from './table.tsx'

const readPage = async (path: string) => {
  const response = await readResponse(path)
  return {
    changes: await dataOf<readonly PlannedChange[]>(response),
    next: response.headers.get('x-next-after'),
  }
}

/** Cursor pagination: `starts` has the cursors of this page and all earlier ones, for going back. */
const usePages = (id: string) => {
  const [starts, setStarts] = useState<readonly string[]>(['0'])
  const path = `${jobPath(id)}/changes?limit=${most}&after=${starts.at(-1)}`
  const { data, ...answer } = useSWR(path, readPage, { keepPreviousData: true })
  const next = data?.next ?? null
  return {
    changes: data?.changes ?? [],
    answer,
    page: starts.length,
    forward: next === null ? null : () => setStarts([...starts, next]),
    back: starts.length === 1 ? null : () => setStarts(starts.slice(0, -1)),
  }
}

type PageProps = { job: JobAnswer; title: string; total: number }

const Pages = ({ job, title, total }: PageProps) => {
  const { changes, answer, page, forward, back } = usePages(job.id)
  return (
    <>
      <NotRead {...answer} failed="Endringene kunne ikke hentes" className="px-3 py-2" />
      <Rows key={page} title={title} heads={heads} rows={changeRows(job, changes)} />
      <nav
        aria-label={title}
        className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-3 py-2"
      >
        <span className="text-sm text-muted" aria-live="polite">
          Side {count(page)} av {count(Math.ceil(total / most))}
        </span>
        <Button small disabled={!back} onClick={() => back?.()}>
          Forrige
        </Button>
        <Button small disabled={!forward} onClick={() => forward?.()}>
          Neste
        </Button>
      </nav>
    </>
  )
}

/** All changes of a dry run, page by page; the answer itself has only the first ones. */
export const AllChanges = ({ job, answer }: Result) => {
  const [isOpen, setOpen] = useState(false)
  const { priceChangeCount, changeCount } = answer
  if (Math.max(priceChangeCount, changeCount) <= most) return null
  const total = priceChangeCount + changeCount
  const title = 'Alle endringer i filens rekkefølge'
  return (
    <details className={panel} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={summary}>
        {title} ({count(total)})
      </summary>
      {isOpen && <Pages key={job.id} job={job} title={title} total={total} />}
    </details>
  )
}
