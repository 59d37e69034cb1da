import { useState } from 'react'
import type { Entity } from '#contracts/entity.ts'
import { useDraft } from '../form/use-draft.tsx'
import { mayBeRun } from './import-api.ts'
import type { ImportDraft, useCsvImport } from './use-csv-import.ts'

type Draft = ImportDraft & { readonly reason: string }

/** A file that is neither imported nor discarded: closing asks, and what was chosen outlives a crash. */
export const useImportDraft = (
  entity: Entity,
  work: ReturnType<typeof useCsvImport>,
  onClose: () => void,
) => {
  const [reason, setReason] = useState('')
  const { job, known, file, keptName, kind, options, choices } = work
  const asksColumns = known?.state === 'failed' && known.headings !== null
  const isOpen = known !== null && (mayBeRun(known) || asksColumns)
  const name = file?.name ?? keptName
  const values: Draft = {
    keptName: name,
    jobId: job && mayBeRun(job) ? job.id : null,
    kind,
    options,
    choices,
    reason,
  }
  const draft = useDraft<Draft>({
    of: `import/${entity.name}`,
    values: isOpen && name !== null ? values : null,
    text: 'Filen er ikke importert.',
    onFetch: ({ reason: why, ...kept }) => {
      setReason(why)
      work.restore(kept)
    },
    onClose,
  })
  return { ...draft, reason, setReason }
}
