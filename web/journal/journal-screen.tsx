import { ScrollText, ShieldCheck } from 'lucide-react'
import { useLocation } from 'wouter'
import type { JournalItem } from '#contracts/history.ts'
import { DialogButton } from '../lib/dialog-button.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { Notice } from '../lib/notice.tsx'
import { NotRead } from '../lib/loaded.tsx'
import { OlderList } from '../lib/older-list.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { useAddressState } from '../lib/use-address-state.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import { focusContent } from '../lib/use-focus-back.ts'
import { useCheckpoint, type Checkpoint } from './checkpoint.ts'
import { ExportButtons } from './export-buttons.tsx'
import { FilterForm } from './filter-form.tsx'
import { fromAddress, journalPath, toAddress, toQuery, type JournalFilter } from './filter.ts'
import { JournalRow } from './journal-row.tsx'

const CheckpointDialog = lazyDialog(
  async () => (await import('./checkpoint-dialog.tsx')).CheckpointDialog,
)

const CheckpointButton = ({ checkpoint }: { checkpoint: Checkpoint }) => (
  <DialogButton icon={<ShieldCheck />} dialog={CheckpointDialog} with={{ checkpoint }}>
    Signert sjekkpunkt
  </DialogButton>
)

type ListProps = { query: string; onFilter: (changes: Partial<JournalFilter>) => void }

const JournalList = ({ query, onFilter }: ListProps) => (
  <OlderList<JournalItem>
    path={journalPath(query)}
    loading="Laster endringer..."
    failed="Kunne ikke hente endringene"
    empty={<Notice icon={<ScrollText />} title="Ingen endringer funnet" />}
  >
    {(items) => (
      <ul aria-label="Endringer" className="panel divide-y divide-line overflow-hidden">
        {items.map((item) => (
          <JournalRow
            key={`${item.position} ${item.entity} ${item.id}`}
            item={item}
            onFilter={onFilter}
          />
        ))}
      </ul>
    )}
  </OlderList>
)

export const JournalScreen = () => {
  const [filter, setFilter] = useAddressState({ read: fromAddress, write: toAddress })
  const [path, navigate] = useLocation()
  const query = useDebounced(toQuery(filter))
  const change = (changes: Partial<JournalFilter>) => setFilter({ ...filter, ...changes })
  // From a row one sees all of something, and can go back.
  const follow = (only: Partial<JournalFilter>) => {
    navigate(path + toAddress({ ...fromAddress(''), ...only }, location.search))
    focusContent()
  }
  const { checkpoint, ...answer } = useCheckpoint()
  return (
    <PageFrame
      title="Revisjon"
      description="Alle endringer i hendelsesloggen: hvem, når, og fra hva til hva"
      action={checkpoint && <CheckpointButton checkpoint={checkpoint} />}
    >
      <NotRead
        {...answer}
        failed="Kunne ikke hente sjekkpunktet"
        className="rounded-md bg-danger-soft px-3 py-2"
      />
      <FilterForm filter={filter} onChange={change} />
      <ExportButtons query={query} />
      <JournalList key={query} query={query} onFilter={follow} />
    </PageFrame>
  )
}
