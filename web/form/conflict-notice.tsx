import { useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { isSame, type AnyRecord, type Entity } from '#contracts/entity.ts'
import type { Field } from '#contracts/fields.ts'
import { notANumber } from '../fields/number-control.tsx'
import { messageOf } from '../lib/api-error.ts'
import { Button } from '../lib/button.tsx'
import { fileName } from '../fields/file-name.tsx'
import { number } from '../lib/format.ts'
import { RecordName } from '../lib/record-link.tsx'
import { conflictsOf, type Change } from './merge.ts'
import { fieldAt, type FormValue, type FormValues } from './form-values.ts'

const numeral = (text: string) =>
  text !== notANumber && Number.isFinite(Number(text)) ? number(Number(text)) : 'ikke et tall'

type ValueProps = { formValue: FormValue; field: Field }

const FormValueText = ({ formValue, field: { kind, to, unit } }: ValueProps) => {
  if (typeof formValue === 'boolean') return formValue ? 'Ja' : 'Nei'
  if (formValue.length === 0) return 'tomt'
  if (typeof formValue !== 'string')
    return formValue.map((one) => (kind === 'files' ? fileName(one) : one)).join(', ')
  if (kind === 'reference') return <RecordName of={to!} id={formValue} />
  if (kind === 'file') return fileName(formValue)
  return `${kind === 'number' ? numeral(formValue) : formValue}${unit ? ` ${unit}` : ''}`
}

export type Conflict =
  | { readonly is: 'changed'; readonly before: AnyRecord; readonly now: AnyRecord }
  | { readonly is: 'deleted' }
  /** Reading the newest version failed, so it is not known what has changed. */
  | { readonly is: 'unknown'; readonly before: AnyRecord; readonly problem: unknown }

export const deletedText = 'Posten er slettet av en annen.'

const ClashChoice = ({ entity, clash }: { entity: Entity; clash: Change }) => {
  const { path, before, mine, theirs } = clash
  const { setValue } = useFormContext()
  const chosen = useWatch({ name: path }) as FormValue
  const group = useId()
  const field = fieldAt(entity, path)!
  const option = (text: string, value: FormValue) => (
    <label className="flex min-h-8 min-w-0 items-center gap-2">
      <input
        type="radio"
        name={group}
        className="size-4 shrink-0 accent-accent"
        checked={isSame(chosen, value)}
        onChange={() => setValue(path, value, { shouldDirty: true, shouldValidate: true })}
      />
      <span className="min-w-0 break-words">
        {text}: <FormValueText formValue={value} field={field} />
      </span>
    </label>
  )
  return (
    <fieldset className="min-w-0 text-ink">
      <legend className="font-medium break-words">
        {field.label}{' '}
        <span className="font-normal text-muted">
          (før: <FormValueText formValue={before} field={field} />)
        </span>
      </legend>
      <div className="flex flex-wrap gap-x-5">
        {option('Behold din', mine)}
        {option('Bruk den andres', theirs)}
      </div>
    </fieldset>
  )
}

const Merged = ({ entity, before, now }: { entity: Entity; before: AnyRecord; now: AnyRecord }) => {
  const { getValues } = useFormContext<FormValues>()
  const [clashes] = useState(() => conflictsOf(entity, getValues(), before, now))
  if (clashes.length === 0)
    return (
      <p>Det du har endret, er beholdt, og resten er hentet på nytt. Se over, og lagre igjen.</p>
    )
  return (
    <div className="flex flex-col gap-2">
      <p>Noen andre har endret det samme som du. Velg hva som skal gjelde, og lagre igjen.</p>
      {clashes.map((clash) => (
        <ClashChoice key={clash.path} entity={entity} clash={clash} />
      ))}
    </div>
  )
}

type Props = { conflict: Conflict; entity: Entity; onFetch: (before: AnyRecord) => void }

const Told = ({ conflict, entity, onFetch }: Props) => {
  if (conflict.is === 'changed') return <Merged entity={entity} {...conflict} />
  if (conflict.is === 'deleted')
    return <p>{deletedText} Det du har skrevet, er beholdt, og kan opprettes på nytt.</p>
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p>Noen andre endret denne posten. {messageOf(conflict.problem)}</p>
      <Button small onClick={() => onFetch(conflict.before)}>
        Hent ny versjon
      </Button>
    </div>
  )
}

/** How to resolve a conflict, so that neither user's values are lost. */
export const ConflictNotice = (props: Props) => (
  <div
    role="alert"
    className="max-h-[35dvh] overflow-y-auto low:max-h-none rounded-md bg-warning-soft px-3 py-2 text-sm text-warning"
  >
    <Told {...props} />
  </div>
)
