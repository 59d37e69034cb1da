import Big from 'big.js'
import { sql, type FragmentSqlToken } from 'slonik'
import { objectKey, type Entity } from '#contracts/entity.ts'
import { emptyOf } from '#contracts/fields.ts'
import { searchedFields } from '#contracts/list/search.ts'
import { invisibleSigns, marksOfLetters, otherHyphens, plainLetters } from '#contracts/text.ts'
import { snake } from '#kernel/database.ts'
import { escaped, listed, type Fragment } from '../kernel/sql.ts'
import { columnOf, kinds } from './columns.ts'

const hidden = sql.literalValue(`[${invisibleSigns}]`)
const allHidden = new RegExp(`[${invisibleSigns}]`, 'gu')
const hyphens = sql.literalValue(`[${otherHyphens}]`)
const allHyphens = new RegExp(`[${otherHyphens}]`, 'g')
const unusual =
  '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\r'
const spacing = `[ ${unusual}]{2,}|[${unusual}]`
const spaces = sql.literalValue(spacing)
const allSpaces = new RegExp(spacing, 'g')

/** Matches the few texts that may not be normalised yet. */
const irregularity = '[^\n -~\u00a1-\u00ac\u00ae-\u02ff]|  '
const irregular = sql.literalValue(irregularity)
const isIrregular = new RegExp(irregularity)

/** Normalises old texts, written before commands normalised them. */
const normal = (text: Fragment) => sql.fragment`
  case when ${text} ~ ${irregular}
    then normalize(regexp_replace(regexp_replace(regexp_replace(
      ${text}, ${hidden}, '', 'g'), ${hyphens}, '-', 'g'), ${spaces}, ' ', 'g'), nfc)
    else ${text} end`

/** Lower case by Unicode, independent of the server's locale. */
export const lowerCase = (text: Fragment) =>
  sql.fragment`lower(${text} collate "und-x-icu") collate "C"`

/** For `like`: a searched word anywhere in a text. */
export const containing = (word: string): FragmentSqlToken => {
  const pattern = `%${escaped(word)}%`
  return lowered(sql.fragment`${pattern}::text`)
}

/** The same as `lowered`, in JavaScript. */
export const loweredText = (text: string): string =>
  (isIrregular.test(text)
    ? text.replace(allHidden, '').replace(allHyphens, '-').replace(allSpaces, ' ').normalize('NFC')
    : text
  ).toLowerCase()

export const lowered = (text: Fragment): FragmentSqlToken => lowerCase(normal(text))

const letters = sql.literalValue([...plainLetters.keys()].join(''))
const plain = sql.literalValue([...plainLetters.values()].join(''))

/** The same as `folded` in contracts. */
export const folded = (text: Fragment): FragmentSqlToken => sql.fragment`
  translate(
    regexp_replace(${lowerCase(sql.fragment`normalize(${normal(text)}, nfd)`)}, ${sql.literalValue(`[${marksOfLetters}]`)}, '', 'g'),
    ${letters}, ${plain})`

/** The searchable fields of a row `r` with their texts. Joins supply referenced names. */
export const searchedTexts = (entity: Entity): readonly (readonly [string, Fragment])[] =>
  searchedFields(entity).map(([key, field]) => [
    key,
    field.to ? columnOf(objectKey(key), 'name') : kinds[field.kind].text(columnOf('r', key)),
  ])

const oneALine = (texts: readonly Fragment[]) =>
  lowered(sql.fragment`concat_ws(E'\n', ${listed(texts)})`)

/** The text that list searches match: values and referenced names, one per line. */
export const searchOf = (entity: Entity): FragmentSqlToken =>
  oneALine(searchedTexts(entity).map(([, text]) => text))

const plainText = (value: unknown): string => {
  if (Array.isArray(value)) return value.filter((one) => one !== null).join(', ')
  return typeof value === 'number' ? new Big(value).toFixed() : String(value)
}

/** The same without referenced names. `values` has column names as keys. */
export const ownSearchOf = (entity: Entity, values: Readonly<Record<string, unknown>>): string =>
  loweredText(
    searchedFields(entity)
      .filter(([, { to }]) => !to)
      .map(([key, field]) => values[snake(key)] ?? emptyOf(field))
      .filter((value) => value !== null)
      .map(plainText)
      .join('\n'),
  )
