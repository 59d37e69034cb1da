import { ScrollText } from 'lucide-react'
import type { JournalItem } from '#contracts/history.ts'
import { messageOf } from '../lib/api.ts'
import { Button } from '../lib/button.tsx'
import { Notice } from '../lib/notice.tsx'
import { OlderButton } from '../lib/older-button.tsx'
import { Loading } from '../lib/spinner.tsx'
import { useOlder } from '../lib/use-older.ts'
import { journalPath, type JournalFilter } from './filter.ts'
import { JournalRow } from './journal-row.tsx'

type Props = { query: string; onFilter: (changes: Partial<JournalFilter>) => void }

/** What the filter finds, newest first. */
export const JournalList = ({ query, onFilter }: Props) => {
  const list = useOlder<JournalItem>(journalPath(query))
  const { items, error, retry } = list
  if (!items && error !== undefined)
    return (
      <Notice icon={<ScrollText />} title="Kunne ikke hente endringene" hint={messageOf(error)}>
        <Button onClick={retry}>Prøv igjen</Button>
      </Notice>
    )
  if (!items) return <Loading text="Laster endringer..." className="py-10" />
  if (items.length === 0) return <Notice icon={<ScrollText />} title="Ingen endringer funnet" />
  return (
    <>
      <ul aria-label="Endringer" className="panel divide-y divide-line overflow-hidden">
        {items.map((item) => (
          <JournalRow
            key={`${item.position} ${item.entity} ${item.id}`}
            item={item}
            onFilter={onFilter}
          />
        ))}
      </ul>
      <OlderButton list={list} />
    </>
  )
}
