import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { Entity } from '#contracts/entity.ts'
import type { FormValue } from '../form/form-values.ts'
import { EarlierImports, useEarlier } from '../csv-import/earlier-imports.tsx'
import { Progress } from '../csv-import/progress.tsx'
import { ReasonField } from '../csv-import/reason-field.tsx'
import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { count } from '../lib/format.ts'
import { affected, BulkResult } from './bulk-result.tsx'
import { ChangeFields } from './change-fields.tsx'
import { changeOf, choicesFor, nameOf } from './choices.ts'
import { useBulk } from './use-bulk.ts'

export type BulkDialogProps = {
  entity: Entity
  ids: readonly number[]
  onDone: () => void
  onClose: () => void
}

/** Changes fields of many records: chosen, shown as a dry run, and then exactly that. */
export const ChangeDialog = ({ entity, ids, onDone, onClose }: BulkDialogProps) => {
  const all = choicesFor(entity)
  const form = useForm()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [reason, setReason] = useState('')
  const { job, problem, busy, ...work } = useBulk(entity)
  const { earlier } = useEarlier(entity, 'bulk')
  const isOver = job !== null && job.stage !== 'check' && !busy
  const isShown = job?.state === 'checked'
  const named = `${count(ids.length)} ${nameOf(entity, ids.length)}`

  const check = () => {
    const choices = all.filter(({ path }) => chosen.includes(path))
    const change = changeOf(choices, (path) => form.getValues(path) as FormValue)
    if (typeof change === 'string') work.setProblem(change)
    else void work.check('change', { ids, ...change })
  }
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
      title={`Endre ${named}`}
      description="Velg hva som skal bli likt, eller endres like mye, i alle. Ingenting skrives før du har sett hva som vil skje."
      onClose={close}
      footer={
        <div className="flex flex-col gap-3 border-t border-line px-5 py-3">
          {problem && (
            <p role="alert" className="text-sm text-danger">
              {problem}
            </p>
          )}
          {isShown && <ReasonField value={reason} onChange={setReason} why="hvorfor de endres" />}
          <div className="flex flex-wrap justify-end gap-2">
            {isShown && <Button onClick={work.reset}>Tilbake</Button>}
            <Button onClick={close}>{isOver || busy ? 'Lukk' : 'Avbryt'}</Button>
            {isOver && job.state === 'done' && (
              <Button onClick={() => void work.undo(job)}>Angre</Button>
            )}
            {isShown && (
              <Button
                look="primary"
                disabled={busy || !job.answer || affected(job.answer) === 0}
                onClick={() => void run(job.id)}
              >
                Endre {count(job.answer?.summary.updated ?? 0)} av {named}
              </Button>
            )}
            {!isShown && !isOver && (
              <Button look="primary" disabled={busy || chosen.length === 0} onClick={check}>
                Vis hva som vil skje
              </Button>
            )}
          </div>
        </div>
      }
    >
      <div className="flex flex-col gap-4 px-5 py-4">
        {!isShown && !isOver && !busy && (
          <>
            <FormProvider {...form}>
              <ChangeFields all={all} chosen={chosen} onChange={setChosen} />
            </FormProvider>
            <EarlierImports
              jobs={earlier}
              onUndo={(one) => void work.undo(one)}
              onResume={(one) => void work.resume(one)}
              disabled={busy}
            />
          </>
        )}
        {busy && <Progress kind="bulk" job={job} onCancel={work.cancel} />}
        {!busy && job?.answer && <BulkResult job={job} answer={job.answer} />}
      </div>
    </Dialog>
  )
}
