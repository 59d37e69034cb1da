import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { JournalItem } from '#contracts/history.ts'
import { ChangeHeading } from '../history/change-heading.tsx'
import { ChangeTable } from '../history/change-table.tsx'
import { Button } from '../lib/button.tsx'
import { RecordLink } from '../lib/record-link.tsx'
import { isListed } from '../lib/list-paths.ts'
import type { JournalFilter } from './filter.ts'
import { RawEvent } from './raw-event.tsx'

type Props = { item: JournalItem; onFilter: (changes: Partial<JournalFilter>) => void }

/** What belongs to the change: more of the same record, person or import. */
const Related = ({ item: { entity, id, user, via }, onFilter }: Props) => {
  const { import: job } = via
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isListed(entity) && (
        <RecordLink to={entity} id={id}>
          Åpne posten
        </RecordLink>
      )}
      <Button small onClick={() => onFilter({ entity, id })}>
        Alt om denne posten
      </Button>
      <Button small onClick={() => onFilter({ user: user.id ?? user.name })}>
        Alt av {user.name}
      </Button>
      {job && (
        <Button small onClick={() => onFilter({ import: job })}>
          Alt fra denne importen
        </Button>
      )}
    </div>
  )
}

const Details = ({ item, onFilter }: Props) => (
  <div className="flex flex-col gap-3 pt-2 pr-4 pb-4 pl-11">
    <ChangeTable subject={item} changes={item.changes} />
    <Related item={item} onFilter={onFilter} />
    <RawEvent position={item.position} />
  </div>
)

/** A change as a sentence; opened, what lies behind it. */
export const JournalRow = ({ item, onFilter }: Props) => {
  const [open, setOpen] = useState(false)
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex list-none items-start gap-3 px-4 py-2.5 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <ChevronRight
            className={`mt-0.5 size-4 shrink-0 text-muted ${open ? 'rotate-90' : ''}`}
          />
          <div className="flex min-w-0 flex-1 flex-col gap-0.5">
            <p className="font-medium break-words">{item.text}</p>
            <ChangeHeading item={item} />
          </div>
        </summary>
        {open && <Details item={item} onFilter={onFilter} />}
      </details>
    </li>
  )
}
