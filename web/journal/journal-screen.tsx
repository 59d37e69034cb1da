import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../lib/button.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { useCheckpoint, type Checkpoint } from './checkpoint.ts'
import { ExportButtons } from './export-buttons.tsx'
import { FilterForm } from './filter-form.tsx'
import { JournalList } from './journal-list.tsx'
import { useFilter } from './use-filter.ts'

const CheckpointDialog = lazyDialog(
  async () => (await import('./checkpoint-dialog.tsx')).CheckpointDialog,
)

const CheckpointButton = ({ checkpoint }: { checkpoint: Checkpoint }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<ShieldCheck />} onClick={() => setOpen(true)}>
        Signert sjekkpunkt
      </Button>
      {open && <CheckpointDialog checkpoint={checkpoint} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Every change in the log, for revisor and administrator. */
export const JournalScreen = () => {
  const { filter, query, change } = useFilter()
  const { checkpoint, problem } = useCheckpoint()
  return (
    <PageFrame
      title="Revisjon"
      description="Alle endringer i hendelsesloggen: hvem, når, og fra hva til hva"
      secondaryAction={checkpoint && <CheckpointButton checkpoint={checkpoint} />}
    >
      {problem && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger">
          {problem}
        </p>
      )}
      <FilterForm filter={filter} onChange={change} />
      <ExportButtons query={query} />
      <JournalList key={query} query={query} onFilter={change} />
    </PageFrame>
  )
}
