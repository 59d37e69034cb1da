import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { assembly } from '#contracts/catalogue/assembly.ts'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { EarlierImports, useEarlier } from '../csv-import/earlier-imports.tsx'
import { affected } from '../csv-import/import-api.ts'
import type { FormValue } from '../form/form-values.ts'
import { Button } from '../lib/button.tsx'
import { count } from '../lib/format.ts'
import { BulkDialog, useBulkDialog, type BulkProps } from './bulk-dialog.tsx'
import { ChangeFields } from './change-fields.tsx'
import { changeOf, choicesFor, type Choice } from './choices.ts'

type ButtonsProps = {
  dialog: ReturnType<typeof useBulkDialog>
  shown: JobAnswer | null
  /** Null: nothing to check yet. */
  onCheck: (() => void) | null
}

const Buttons = ({ dialog, shown, onCheck }: ButtonsProps) => {
  const { busy, isOver, named } = dialog
  if (!shown)
    return (
      !isOver && (
        <Button
          look="primary"
          aria-disabled={busy}
          disabled={!busy && !onCheck}
          onClick={() => onCheck?.()}
        >
          Vis hva som vil skje
        </Button>
      )
    )
  const { answer } = shown
  return (
    <>
      <Button onClick={() => dialog.reset()}>Tilbake</Button>
      <Button
        look="primary"
        disabled={busy || !answer || affected(answer) === 0}
        onClick={() => void dialog.run(shown)}
      >
        Endre {count(answer?.summary.updated ?? 0)} av {named}
      </Button>
    </>
  )
}

export const ChangeDialog = (props: BulkProps) => {
  const { entity, ids } = props
  const all = choicesFor(entity)
  const form = useForm()
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  const dialog = useBulkDialog(props, chosen.length > 0)
  const { earlier } = useEarlier(entity, 'bulk')
  const check = () => {
    const choices = all.filter((choice) => chosen.includes(choice))
    const change = changeOf(choices, (path) => form.getValues(path) as FormValue)
    if (typeof change === 'string') dialog.reset(change)
    else void dialog.check('change', { ids, ...change })
  }
  const onCheck = chosen.length > 0 ? check : null
  return (
    <BulkDialog
      dialog={dialog}
      title={`Endre ${dialog.named}`}
      description="Velg hva som skal bli likt, eller endres like mye, i alle. Ingenting skrives før du har sett hva som vil skje."
      why="hvorfor de endres"
      actions={(shown) => <Buttons dialog={dialog} shown={shown} onCheck={onCheck} />}
    >
      {!dialog.isShown && !dialog.isOver && !dialog.busy && (
        <>
          <FormProvider {...form}>
            <ChangeFields all={all} chosen={chosen} onChange={setChosen} />
          </FormProvider>
          <EarlierImports
            earlier={earlier}
            onUndo={(one) => void dialog.undo(one)}
            onResume={(one) => void dialog.resume(one)}
            disabled={dialog.busy}
          />
        </>
      )}
    </BulkDialog>
  )
}

const kept = 'Det som er i bruk, blir stående.'
const removedFromAssemblies = 'De tas også ut av sammenstillingene de er i.'

/** The dry run lists records that are in use; those are kept. */
export const DeleteDialog = (props: BulkProps) => {
  const dialog = useBulkDialog(props)
  const { busy, named } = dialog
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void dialog.check('delete', { ids: props.ids })
  })
  const remove = (shown: JobAnswer, few: number) => (
    <Button look="danger" disabled={busy || few === 0} onClick={() => void dialog.run(shown)}>
      Slett {count(few)} av {named}
    </Button>
  )
  return (
    <BulkDialog
      dialog={dialog}
      title={`Slett ${named}`}
      description={`${props.entity === assembly ? removedFromAssemblies : kept} Slettingen kan angres etterpå.`}
      why="hvorfor de slettes"
      actions={(shown) => shown && remove(shown, shown.answer ? affected(shown.answer) : 0)}
    />
  )
}
