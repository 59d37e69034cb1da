import type { EntityName } from '#contracts/entity.ts'
import type { Field } from '#contracts/fields.ts'
import type { Change } from '#contracts/history.ts'
import { beginningOf, joinWithAnd } from '#contracts/text.ts'

const longest = 80
const spelledOut = 3

type Say = (value: unknown) => string

/** The name of a record at the time of the event. */
export type NameOf = (entity: EntityName, id: number) => string

/** How sentences are told: on screens they leave out what is long or much, in files nothing. */
export type Telling = { readonly nameOf: NameOf; readonly isWhole: boolean; readonly quoted: Say }

const shortly: Say = (value) => {
  const text = String(value).replaceAll(/\s+/g, ' ')
  const shown = beginningOf(text, longest)
  return `«${shown === text ? text : `${shown}…`}»`
}
const wholly: Say = (value) => `«${String(value)}»`

export const tellingOf = (nameOf: NameOf, isWhole: boolean): Telling => ({
  nameOf,
  isWhole,
  quoted: isWhole ? wholly : shortly,
})

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

/** `a, b og c`; for many, the first ones and a count, unless all are told. */
export const enumerated = (
  phrases: readonly string[],
  rest: (count: number) => string,
  { isWhole }: Telling,
): string =>
  joinWithAnd(
    phrases.length > spelledOut && !isWhole
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

const measured = (text: string, { unit }: Field): string => (unit ? `${text} ${unit}` : text)

const saying =
  (field: Field, { nameOf, quoted }: Telling): Say =>
  (value) => {
    if (field.kind === 'reference') return quoted(nameOf(field.to!, Number(value)))
    if (typeof value === 'number') return measured(numeral(value), field)
    if (typeof value === 'boolean') return yesOrNo(value)
    return measured(quoted(Array.isArray(value) ? value.join(', ') : value), field)
  }

export const fieldChanged = (field: Field, change: Change, telling: Telling): string => {
  const label = inSentence(field.label)
  // The path of a file means nothing to readers.
  if (field.kind !== 'file' && field.kind !== 'files')
    return changed(label, change, saying(field, telling))
  if (change.from === null) return `${label} lagt til`
  return `${label} ${change.to === null ? 'fjernet' : 'endret'}`
}
