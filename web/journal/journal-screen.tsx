import { ScrollText, ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { JournalItem } from '#contracts/history.ts'
import { Alert } from '../lib/alert.tsx'
import { DialogButton } from '../lib/dialog-button.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { Notice } from '../lib/notice.tsx'
import { OlderButton } from '../lib/older-button.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { Loaded } from '../lib/panel.tsx'
import { useDebounced } from '../lib/use-debounced.ts'
import { useOlder } from '../lib/use-older.ts'
import { useCheckpoint, type Checkpoint } from './checkpoint.ts'
import { ExportButtons } from './export-buttons.tsx'
import { FilterForm } from './filter-form.tsx'
import { fromAddress, journalPath, toQuery, type JournalFilter } from './filter.ts'
import { JournalRow } from './journal-row.tsx'

const CheckpointDialog = lazyDialog(
  async () => (await import('./checkpoint-dialog.tsx')).CheckpointDialog,
)

const CheckpointButton = ({ checkpoint }: { checkpoint: Checkpoint }) => (
  <DialogButton
    icon={<ShieldCheck />}
    preload={CheckpointDialog.preload}
    dialog={(close) => <CheckpointDialog checkpoint={checkpoint} onClose={close} />}
  >
    Signert sjekkpunkt
  </DialogButton>
)

type ListProps = { query: string; onFilter: (changes: Partial<JournalFilter>) => void }

const JournalList = ({ query, onFilter }: ListProps) => {
  const list = useOlder<JournalItem>(journalPath(query))
  return (
    <Loaded
      {...list}
      loading="Laster endringer..."
      failed="Kunne ikke hente endringene"
      empty={<Notice icon={<ScrollText />} title="Ingen endringer funnet" />}
    >
      {(items) => (
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
      )}
    </Loaded>
  )
}

/** At once on screen, a moment later in the address and in what is read. */
const useFilter = () => {
  const address = useSearch()
  const [path, navigate] = useLocation()
  const [filter, setFilter] = useState(() => fromAddress(address))
  const written = useRef(address)
  const query = useDebounced(toQuery(filter))

  useEffect(() => {
    if (address === written.current) return
    written.current = address
    setFilter(fromAddress(address))
  }, [address])
  useEffect(() => {
    if (query === written.current) return
    written.current = query
    navigate(query === '' ? path : `${path}?${query}`, { replace: true })
  }, [query, path, navigate])

  const change = (changes: Partial<JournalFilter>) => setFilter({ ...filter, ...changes })
  return { filter, query, change }
}

export const JournalScreen = () => {
  const { filter, query, change } = useFilter()
  const { checkpoint, problem } = useCheckpoint()
  return (
    <PageFrame
      title="Revisjon"
      description="Alle endringer i hendelsesloggen: hvem, når, og fra hva til hva"
      secondaryAction={checkpoint && <CheckpointButton checkpoint={checkpoint} />}
    >
      {problem && <Alert>{problem}</Alert>}
      <FilterForm filter={filter} onChange={change} />
      <ExportButtons query={query} />
      <JournalList key={query} query={query} onFilter={change} />
    </PageFrame>
  )
}
