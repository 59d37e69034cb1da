import { decimalOf } from '../decimal.ts'
import { nameKey, onceFor, valueAt, type AnyRecord, type Entity } from '../entity.ts'
import type { Field, Value } from '../fields.ts'
import { normalKey, searchedWords } from '../text.ts'

/** The fields whose texts a list search matches. */
export const searchedFields = onceFor((entity: Entity): readonly (readonly [string, Field])[] =>
  Object.entries(entity.fields).filter(
    ([, { kind, unsearchable }]) => !unsearchable && kind !== 'flag',
  ),
)

/** A number with its thousands apart, as the app shows it: 1 234,50. */
const grouped = /(?<!\S)\d{1,3}(?: \d{3})+(?:,\d+)?(?!\S)/g

/** The words of a search; also with numbers put together, since `1 234,50` may be two words or a price. */
export const searchReadings = (search: string): readonly (readonly string[])[] => {
  const apart = normalKey(search)
  const together = apart.replace(grouped, (number) => number.replaceAll(' ', ''))
  return [...new Set([apart, together])].map(searchedWords)
}

/** A decimal number may be searched with a comma or a point. */
export const spellingsOf = (word: string): readonly string[] => [
  ...new Set([word, ...[',', '.'].map((mark) => word.replaceAll(/(?<=\d)[.,](?=\d)/g, mark))]),
]

/** The amount that a word is; null for other words. */
export const amountIn = (word: string): string | null =>
  /^\d{1,12}(?:[.,]\d{1,4})?$/.test(word) ? decimalOf(word.replace(',', '.')) : null

export const flagWords = { ja: true, nei: false } as const
export const isFlagWord = (word: string): word is keyof typeof flagWords =>
  Object.hasOwn(flagWords, word)

/** A value is also found by the unit that is shown behind it. */
export const isUnitOf = ({ unit }: Field, word: string): boolean => unit?.toLowerCase() === word

const textOf = (value: Value): string => {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'number' ? decimalOf(value) : String(value)
}

/** True if a list search finds the record, as the server does. Expects words of `searchedWords`. */
export const createMatcher = (entity: Entity, record: AnyRecord) => {
  const values = searchedFields(entity).flatMap(([key, field]) => {
    const value = valueAt(record, field.to ? nameKey(key) : key)
    return value === null || value === undefined ? [] : [{ field, text: textOf(value) }]
  })
  const text = normalKey(values.map((one) => one.text).join('\n'))
  const { costPrice = null, listPrice = null, salesPrice = null } = record.pricing ?? {}
  const amounts = [costPrice, listPrice, salesPrice]
    .filter((price) => price !== null)
    .map((price) => textOf(price))
  const flags = Object.entries(entity.fields).filter(([, { kind }]) => kind === 'flag')
  const isPrice = (amount: string | null) => amount !== null && amounts.includes(amount)
  return (word: string): boolean =>
    spellingsOf(word).some((spelling) => text.includes(spelling)) ||
    isPrice(amountIn(word)) ||
    values.some(({ field }) => isUnitOf(field, word)) ||
    (isFlagWord(word) && flags.some(([key]) => valueAt(record, key) === flagWords[word]))
}
