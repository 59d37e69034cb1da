import { useEffect, useRef, useState } from 'react'
import { Progress } from '../csv-import/progress.tsx'
import { ReasonField } from '../csv-import/reason-field.tsx'
import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { count } from '../lib/format.ts'
import { affected, BulkResult } from './bulk-result.tsx'
import type { BulkDialogProps } from './change-dialog.tsx'
import { nameOf } from './choices.ts'
import { useBulk } from './use-bulk.ts'

/** Deletes many records: shows first what is in use and stays, and then does exactly that. */
export const DeleteDialog = ({ entity, ids, onDone, onClose }: BulkDialogProps) => {
  const [reason, setReason] = useState('')
  const { job, problem, busy, ...work } = useBulk(entity)
  const isOver = job !== null && job.stage !== 'check' && !busy
  const isShown = job?.state === 'checked'
  const named = `${count(ids.length)} ${nameOf(entity, ids.length)}`
  const few = job?.answer ? affected(job.answer) : 0

  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void work.check('delete', { ids })
  })
  const close = () => {
    if (isOver) onDone()
    onClose()
  }
  const run = async (id: string) => {
    const end = await work.run(id, reason)
    if (end?.state !== 'done' || end.answer?.summary.failed !== 0) return
    onDone()
    onClose()
  }

  return (
    <Dialog
      size="lg"
      title={`Slett ${named}`}
      description="Det som er i bruk, blir stående. Slettingen kan angres etterpå."
      onClose={close}
      footer={
        <div className="flex flex-col gap-3 border-t border-line px-5 py-3">
          {problem && (
            <p role="alert" className="text-sm text-danger">
              {problem}
            </p>
          )}
          {isShown && few > 0 && (
            <ReasonField value={reason} onChange={setReason} why="hvorfor de slettes" />
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close}>{isOver || busy ? 'Lukk' : 'Avbryt'}</Button>
            {isOver && job.state === 'done' && (
              <Button onClick={() => void work.undo(job)}>Angre</Button>
            )}
            {isShown && (
              <Button look="danger" disabled={busy || few === 0} onClick={() => void run(job.id)}>
                Slett {count(few)} av {named}
              </Button>
            )}
          </div>
        </div>
      }
    >
      <div className="flex flex-col gap-4 px-5 py-4">
        {busy && <Progress kind="bulk" job={job} onCancel={work.cancel} />}
        {!busy && job?.answer && <BulkResult job={job} answer={job.answer} />}
      </div>
    </Dialog>
  )
}
