import { sql, type FragmentSqlToken } from 'slonik'
import { entities } from '#contracts/catalogue/index.ts'
import { objectKey, type Entity } from '#contracts/entity.ts'
import { searchedFields } from '#contracts/list/search.ts'
import { invisibleSigns, marksOfLetters, otherHyphens, plainLetters } from '#contracts/text.ts'
import { caseOf, escaped, listed, once, type Fragment } from '../kernel/sql.ts'
import { columnFrom, columnOf, kinds } from './columns.ts'

const hidden = sql.literalValue(`[${invisibleSigns}]`)
const hyphens = sql.literalValue(`[${otherHyphens}]`)
const unusual =
  '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\r'
const spaces = sql.literalValue(`[ ${unusual}]{2,}|[${unusual}]`)

/** Matches the few texts that may not be normalised yet. */
const irregular = sql.literalValue('[^\n -~\u00a1-\u00ac\u00ae-\u02ff]|  ')

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

const oneALine = (texts: readonly Fragment[]) => sql.fragment`concat_ws(E'\n', ${listed(texts)})`

/** The text that list searches match: values and referenced names, one per line. */
export const searchOf = (entity: Entity): FragmentSqlToken =>
  lowered(oneALine(searchedTexts(entity).map(([, text]) => text)))

/** The same of a version, without referenced names. */
export const ownSearch = (entity: Fragment, fields: Fragment): Fragment => {
  const texts = entities.map((one) => {
    const own = searchedFields(one).filter(([, { to }]) => !to)
    const all = own.map(([key, field]) => kinds[field.kind].text(columnFrom(fields, key, field)))
    return [one.name, oneALine(all)] as const
  })
  return sql.fragment`(
    select ${lowered(sql.fragment`own.text`)} from (select ${caseOf(entity, texts)} as text ${once}) own)`
}
