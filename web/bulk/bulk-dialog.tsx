import { useState, type ReactNode } from 'react'
import type { JobAnswer, UndoAnswer } from '#contracts/csv/job-answer.ts'
import { canRetryUndo } from '#contracts/csv/job-states.ts'
import type { Entity } from '#contracts/entity.ts'
import { affected } from '../csv-import/import-api.ts'
import { ReasonField } from '../csv-import/import-fields.tsx'
import { JobResult } from '../csv-import/job-result.tsx'
import { Progress } from '../csv-import/progress.tsx'
import { ProblemTable } from '../csv-import/result-tables.tsx'
import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { counted } from '../lib/format.ts'
import { Problem } from '../lib/alert.tsx'
import { useDiscardGuard } from '../lib/use-discard-guard.tsx'
import { undoneText } from './choices.ts'
import { useBulk } from './use-bulk.ts'

export type BulkProps = {
  entity: Entity
  ids: readonly number[]
  onDone: () => void
  onClose: () => void
}

export const useBulkDialog = ({ entity, ids, onDone, onClose }: BulkProps, isTyped = false) => {
  const [reason, setReason] = useState('')
  const bulk = useBulk(entity)
  const { job, busy } = bulk
  const isOver = job !== null && job.stage !== 'check' && !busy
  const { close: askFirst, question } = useDiscardGuard({
    isUnsaved: !isOver && !busy && (isTyped || reason !== ''),
    onClose,
  })
  const close = () => {
    if (isOver) onDone()
    askFirst()
  }
  const run = async (checked: JobAnswer) => {
    const end = await bulk.run(checked, reason)
    if (end?.state !== 'done' || end.answer?.summary.failed !== 0) return
    onDone()
    onClose()
  }
  const resume = (stopped: JobAnswer) => bulk.run(stopped, '')
  const isShown = job?.state === 'checked'
  const named = counted(ids.length, entity.noun.one, entity.noun.many)
  return { ...bulk, run, resume, close, question, reason, setReason, isOver, isShown, named }
}

type UndoneProps = { job: JobAnswer; undo: UndoAnswer }

/** The records that were restored, and those kept because somebody has changed them since. */
const Undone = ({ job, undo }: UndoneProps) => (
  <section className="flex flex-col gap-3" aria-live="polite">
    <h3 className="font-medium">{undoneText(undo)}</h3>
    <ProblemTable
      job={job}
      title="Står som de er"
      total={undo.keptCount}
      of={undo.kept.map(({ line, id, title, reason }) => ({
        line,
        column: '',
        value: String(id),
        message: reason,
        record: { id, title },
      }))}
    />
  </section>
)

const Outcome = ({ job }: { job: JobAnswer }) => {
  const { state, undo, answer } = job
  if (state === 'undone' && undo) return <Undone job={job} undo={undo} />
  return answer && <JobResult job={job} answer={answer} />
}

type Props = {
  dialog: ReturnType<typeof useBulkDialog>
  title: string
  description: string
  why: string
  /** The buttons for the job's state, after the close button. */
  actions: (shown: JobAnswer | null) => ReactNode
  children?: ReactNode
}

export const BulkDialog = ({ dialog, title, description, why, actions, children }: Props) => {
  const { job, problem, busy, isOver, isShown } = dialog
  const answer = busy ? null : job?.answer
  return (
    <Dialog
      size="lg"
      title={title}
      description={description}
      onClose={dialog.close}
      footer={
        <>
          <Problem text={problem} className="basis-full text-sm" />
          {isShown && answer && affected(answer) > 0 && (
            <ReasonField value={dialog.reason} onChange={dialog.setReason} why={why} />
          )}
          <Button onClick={dialog.close}>{isOver || busy ? 'Lukk' : 'Avbryt'}</Button>
          {isOver && job?.state === 'done' && (
            <Button onClick={() => void dialog.undo(job)}>Angre</Button>
          )}
          {isOver && job && canRetryUndo(job) && (
            <Button onClick={() => void dialog.undo(job)}>Angre resten</Button>
          )}
          {actions(isShown ? job : null)}
        </>
      }
    >
      <div className="flex flex-col gap-4 px-5 py-4">
        {children}
        {busy && <Progress kind="bulk" job={job} onCancel={dialog.cancel} />}
        {job && !busy && <Outcome job={job} />}
      </div>
      {dialog.question}
    </Dialog>
  )
}
