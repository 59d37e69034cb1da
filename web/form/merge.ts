import type { AnyRecord, Entity } from '#contracts/entity.ts'
import { formValuesOf, type FormValue, type FormValues } from './form-values.ts'

/** A field that two have changed, and not to the same. */
export type MergeConflict = {
  readonly path: string
  readonly before: FormValue
  readonly mine: FormValue
  readonly theirs: FormValue
}

const flat = ({ pricing, ...fields }: FormValues): ReadonlyMap<string, FormValue> => {
  const prices = Object.entries(pricing ?? {}).map(([key, formValue]) => [
    `pricing.${key}`,
    formValue,
  ])
  return new Map([...Object.entries(fields), ...prices] as [string, FormValue][])
}

export const isSame = (one: FormValue, other: FormValue): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** What the form holds, with what another has made of the fields that it left alone. */
export const mergeForms = (
  entity: Entity,
  form: FormValues,
  started: AnyRecord,
  now: AnyRecord,
): FormValues => {
  const over = <Held extends object>(mine: Held, before: Held, theirs: Held): Held => {
    const left = Object.keys(mine).filter((key) =>
      isSame(mine[key as keyof Held] as FormValue, before[key as keyof Held] as FormValue),
    )
    return { ...mine, ...Object.fromEntries(left.map((key) => [key, theirs[key as keyof Held]])) }
  }
  const before = formValuesOf(entity, started)
  const theirs = formValuesOf(entity, now)
  const fields = over(form, before, theirs)
  if (!form.pricing || !before.pricing || !theirs.pricing) return fields
  return { ...fields, pricing: over(form.pricing, before.pricing, theirs.pricing) }
}

/** What the form holds, against what it started from and what another has made of that since. */
export const conflictsOf = (
  entity: Entity,
  form: FormValues,
  started: AnyRecord,
  now: AnyRecord,
): readonly MergeConflict[] => {
  const before = flat(formValuesOf(entity, started))
  const theirs = flat(formValuesOf(entity, now))
  const mine = flat(form)
  return [...before]
    .map(([path, formValue]) => ({
      path,
      before: formValue,
      mine: mine.get(path) ?? '',
      theirs: theirs.get(path) ?? '',
    }))
    .filter((one) => !isSame(one.before, one.theirs) && !isSame(one.before, one.mine))
    .filter((one) => !isSame(one.mine, one.theirs))
}
