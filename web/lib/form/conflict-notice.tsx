import { useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Entity } from '#contracts/entity.ts'
import { messageOf } from '../api.ts'
import { Button } from '../button.tsx'
import type { Row } from '../row.ts'
import { clashesOf, isSame, type Clash } from './clashes.ts'
import { labelOf, type Draft, type Drafts } from './draft.ts'
import { DraftText } from './draft-text.tsx'

/** What became of a record while somebody edited it. `before` is the record as the form knew it. */
export type Conflict =
  | { readonly is: 'changed'; readonly before: Row; readonly now: Row }
  | { readonly is: 'deleted' }
  /** It was changed or deleted, and why that could not be found out. */
  | { readonly is: 'unknown'; readonly before: Row; readonly problem: unknown }

export const deletedText = 'Posten er slettet av en annen.'

const ClashChoice = ({ entity, clash }: { entity: Entity; clash: Clash }) => {
  const { path, before, mine, theirs } = clash
  const { setValue } = useFormContext()
  const chosen = useWatch({ name: path }) as Draft
  const group = useId()
  const field = entity.fields[path]
  const option = (text: string, value: Draft) => (
    <label className="flex min-h-8 min-w-0 items-center gap-2">
      <input
        type="radio"
        name={group}
        className="size-4 shrink-0 accent-accent"
        checked={isSame(chosen, value)}
        onChange={() => setValue(path, value, { shouldDirty: true, shouldValidate: true })}
      />
      <span className="min-w-0 break-words">
        {text}: <DraftText draft={value} field={field} />
      </span>
    </label>
  )
  return (
    <fieldset className="min-w-0 text-ink">
      <legend className="font-medium break-words">
        {labelOf(entity)(path)}{' '}
        <span className="font-normal text-muted">
          (før: <DraftText draft={before} field={field} />)
        </span>
      </legend>
      <div className="flex flex-wrap gap-x-5">
        {option('Behold din', mine)}
        {option('Bruk den andres', theirs)}
      </div>
    </fieldset>
  )
}

const Merged = ({ entity, before, now }: { entity: Entity; before: Row; now: Row }) => {
  const { getValues } = useFormContext<Drafts>()
  const [clashes] = useState(() => clashesOf(entity, getValues(), before, now))
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

type Props = { conflict: Conflict; entity: Entity; onFetch: (before: Row) => void }

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

/** What to do where somebody else was first: nothing of either is lost unseen. */
export const ConflictNotice = (props: Props) => (
  <div
    role="alert"
    className="max-h-[35dvh] overflow-y-auto low:max-h-none rounded-md bg-warning-soft px-3 py-2 text-sm text-warning"
  >
    <Told {...props} />
  </div>
)
