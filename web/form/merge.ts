import { get, set } from 'react-hook-form'
import { isSame, type AnyRecord, type Entity } from '#contracts/entity.ts'
import { formValuesOf, type FormValue, type FormValues } from './form-values.ts'

/** The three versions of a field: original, in this form, and saved by another user. */
export type Change = {
  readonly path: string
  readonly before: FormValue
  readonly mine: FormValue
  readonly theirs: FormValue
}

const changesOf = (
  entity: Entity,
  form: FormValues,
  started: AnyRecord,
  now: AnyRecord,
): readonly Change[] => {
  const before = formValuesOf(entity, started)
  const theirs = formValuesOf(entity, now)
  const { pricing = {}, ...fields } = before
  const prices = Object.keys(pricing).map((key) => `pricing.${key}`)
  const at = (values: FormValues, path: string) => get(values, path) as FormValue
  return [...Object.keys(fields), ...prices].map((path) => ({
    path,
    before: at(before, path),
    mine: at(form, path),
    theirs: at(theirs, path),
  }))
}

/** The form's values, with the other user's values in fields that this form has not changed. */
export const mergeForms = (...[entity, form, ...records]: Parameters<typeof changesOf>) => {
  const merged = structuredClone(form)
  for (const { path, before, mine, theirs } of changesOf(entity, form, ...records))
    if (isSame(mine, before)) set(merged, path, theirs)
  return merged
}

export const conflictsOf = (...all: Parameters<typeof changesOf>): readonly Change[] =>
  changesOf(...all).filter(
    ({ before, mine, theirs }) =>
      !isSame(before, theirs) && !isSame(before, mine) && !isSame(mine, theirs),
  )
