import type { EntityName } from '#contracts/entity.ts'
import type { Field } from '#contracts/fields.ts'
import type { Change } from '#contracts/history.ts'
import { beginningOf, joinWithAnd } from '#contracts/text.ts'

const longest = 80
const spelledOut = 3

/** The name of a record at the time of the event. */
export type NameOf = (entity: EntityName, id: number) => string
type Say = (value: unknown) => string

export const quoted: Say = (value) => {
  const text = String(value).replaceAll(/\s+/g, ' ')
  const shown = beginningOf(text, longest)
  return `«${shown === text ? text : `${shown}…`}»`
}

export const numeral = (value: unknown, decimals = 0): string =>
  Number(value)
    .toLocaleString('nb-NO', { minimumFractionDigits: decimals, maximumFractionDigits: 15 })
    .replaceAll('\u00a0', ' ')

export const yesOrNo: Say = (value) => (value ? 'ja' : 'nei')

/** `ITO art.nr` and `RPM` keep their capitals. */
export const inSentence = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

export const otherFields = (count: number): string =>
  count === 1 ? 'ett annet felt' : `${numeral(count)} andre felter`

/** `a, b og c`; for many, the first ones and a count. */
export const enumerated = (phrases: readonly string[], rest: (count: number) => string): string =>
  joinWithAnd(
    phrases.length > spelledOut
      ? [...phrases.slice(0, spelledOut), rest(phrases.length - spelledOut)]
      : phrases,
  )

/** `say` phrases the old and the new value; null means empty. */
export const changed = (
  label: string,
  { from, to }: Pick<Change, 'from' | 'to'>,
  say: Say,
  sayAfter = say,
): string => {
  if (from === null) return `${label} satt til ${sayAfter(to)}`
  return to === null
    ? `${label} fjernet (var ${say(from)})`
    : `${label} endret fra ${say(from)} til ${sayAfter(to)}`
}

const saying =
  ({ kind, to, unit }: Field, nameOf: NameOf): Say =>
  (value) => {
    if (kind === 'reference') return quoted(nameOf(to!, Number(value)))
    if (typeof value === 'number') return [numeral(value), unit].filter(Boolean).join(' ')
    if (typeof value === 'boolean') return yesOrNo(value)
    return quoted(Array.isArray(value) ? value.join(', ') : value)
  }

export const fieldChanged = (field: Field, change: Change, nameOf: NameOf): string => {
  const label = inSentence(field.label)
  // The path of a file means nothing to readers.
  if (field.kind !== 'file' && field.kind !== 'files')
    return changed(label, change, saying(field, nameOf))
  if (change.from === null) return `${label} lagt til`
  return `${label} ${change.to === null ? 'fjernet' : 'endret'}`
}
