import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import type { JournalItem } from '#contracts/history.ts'
import { togetherText } from '#contracts/via-text.ts'
import { ChangeHeading } from '../history/change-heading.tsx'
import { ChangeTable } from '../history/change-table.tsx'
import { Button } from '../lib/button.tsx'
import { CopyButton } from '../lib/copy-button.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { RecordLink } from '../lib/record-link.tsx'
import { ScrollRegion } from '../lib/scroll-region.tsx'
import { isListed } from '../lib/list-paths.ts'
import { unbrokenNumbers } from '../lib/text.ts'
import { eventPath, type JournalFilter } from './filter.ts'

type Props = { item: JournalItem; onFilter: (changes: Partial<JournalFilter>) => void }

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
      <Button small className="max-w-full" onClick={() => onFilter({ user: user.id ?? user.name })}>
        <span className="truncate">Alt av {user.name}</span>
      </Button>
      {job && (
        <Button small onClick={() => onFilter({ import: job })}>
          {togetherText(via)}
        </Button>
      )}
    </div>
  )
}

const EventText = ({ event }: { event: unknown }) => {
  const text = JSON.stringify(event, null, 2)
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <ScrollRegion label="Hendelsen" className="max-h-96 w-full overflow-auto">
        <pre className="rounded-md bg-sunken p-3 font-mono text-xs">{text}</pre>
      </ScrollRegion>
      <CopyButton text={text} label="Kopier hendelsen" />
    </div>
  )
}

const RawEvent = ({ position }: { position: string }) => (
  <Loaded part {...useSWR<{ event: unknown }>(eventPath(position))}>
    {({ event }) => <EventText event={event} />}
  </Loaded>
)

const Details = ({ item, onFilter }: Props) => (
  <div className="flex flex-col gap-3 pt-2 pr-4 pb-4 pl-4 sm:pl-11">
    <ChangeTable subject={item} item={item} />
    <Related item={item} onFilter={onFilter} />
    <RawEvent position={item.position} />
  </div>
)

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
            <p className="font-medium break-words">{unbrokenNumbers(item.text)}</p>
            <ChangeHeading item={item} />
          </div>
        </summary>
        {open && <Details item={item} onFilter={onFilter} />}
      </details>
    </li>
  )
}
