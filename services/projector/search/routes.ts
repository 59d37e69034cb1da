import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { searchHit, type SearchHit } from '#contracts/search-answers.ts'
import { searchedEntities, numberKeys, offersKey } from '#contracts/search.ts'
import { successSchema } from '#kernel/openapi.ts'
import { wholeNumber } from '#kernel/params.ts'
import type { App } from '#kernel/types.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { bare, folded, holds } from '#contracts/text.ts'
import { asOf, pointInTimeOf } from '../kernel/as-of.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { findBest, type Found } from './query.ts'
import { parseSearch, type SearchTerms, type Term } from './parse-search.ts'

const has = (text: string, part: string): boolean => holds(folded(text), part)

/** Matches a number against a pattern; `_` is any character. */
const isLike = (number: string, pattern: string): boolean =>
  number.length === pattern.length &&
  pattern.split('').every((sign, at) => sign === '_' || sign === number.charAt(at))

/** The places of a search word or its correction in the text. */
const standing = (text: string, { parts, numbers }: Term): readonly string[] => {
  const number = bare(folded(text))
  return numbers.some((pattern) => isLike(number, pattern))
    ? [number]
    : parts.filter((part) => has(text, part))
}

const isIn = (text: string, by: SearchTerms) => by.whole.some((one) => has(text, one))

/** The whole search if a text contains it, otherwise each word. */
const marksIn = (texts: readonly string[], { whole, terms }: SearchTerms): readonly string[] => {
  const found = whole.find((one) => texts.some((text) => has(text, one)))
  if (found !== undefined) return [found]
  return [...new Set(texts.flatMap((text) => terms.flatMap((term) => standing(text, term))))]
}

type Text = readonly [key: string, text: string]

/** The text with the most matches that the title lacks; the first of equals. */
const bestText = (texts: readonly Text[], title: string, by: SearchTerms): Text | undefined => {
  const terms = by.terms.filter((term) => standing(title, term).length === 0)
  const score = ([, text]: Text) =>
    isIn(text, by)
      ? by.terms.length + 1
      : terms.filter((term) => standing(text, term).length > 0).length
  return texts.toSorted((a, b) => score(b) - score(a))[0]
}

const hitOf = ({ entity: name, id, fields, match, by }: Found): SearchHit => {
  const entity = entityNamed(name)
  const keys = [entity.title, ...numberKeys(entity), offersKey, ...Object.keys(entity.fields)]
  const texts = [...new Set(keys)].flatMap((key) =>
    fields[key] === undefined ? [] : [[key, fields[key]] as const],
  )
  const [field, text] = bestText(texts, fields[entity.title] ?? '', by) ?? [null, null]
  const numbers = numberKeys(entity).filter((key) => fields[key] !== undefined)
  const number = fields[numbers.find((key) => key === field) ?? numbers[0] ?? ''] ?? null
  const title = fields[entity.title] ?? number ?? `Nr. ${id}`
  const marks = [...marksIn([title, number ?? '', text ?? ''], by)]
  return { entity: name, id, title, number, field, text, match, marks }
}

const query = z.object({
  q: z
    .string()
    .max(200)
    .describe(
      'Ord i hvilken som helst rekkefølge, eller et nummer, med eller uten mellomrom og bindestreker',
    )
    .meta({ examples: ['skrue m8'] }),
  limit: wholeNumber(1, 100).default(20).describe('Høyst så mange'),
  entity: z
    .enum(searchedEntities.map(({ name }) => name))
    .optional()
    .describe('Bare poster av dette slaget'),
  asOf,
})

export const searchRoutes = (app: App, { pool }: QueryContext): void => {
  const schema = {
    tags: ['search'],
    summary: 'Søk i alt',
    description:
      'Alt som har en liste. Det beste først: et helt nummer eller navn, så det som begynner slik, så det som har alle ordene, så det som ligner.',
    querystring: query,
    response: { 200: successSchema(z.array(searchHit)) },
  }
  app.get('/api/search', { config: { needs: 'read' }, schema }, async (request) => {
    const { q, limit, entity } = request.query
    const at = await pointInTimeOf(pool, request)
    const found = await pool.transaction((tx) =>
      findBest(tx, parseSearch(q), { entity, limit, at }),
    )
    return success(found.map(hitOf))
  })
}
