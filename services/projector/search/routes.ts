import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { searchHit, type SearchHit } from '#contracts/search-answers.ts'
import { numberKeys, offersKey, searchedEntities } from '#contracts/search.ts'
import { folded } from '#contracts/text.ts'
import { successSchema } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import { asOf, thenAsked } from '../kernel/as-of.ts'
import type { Reading } from '../kernel/queries.ts'
import { soughtBy, type Sought } from './patterns.ts'
import { findBest, type Found } from './query.ts'

const query = z.object({
  q: z
    .string()
    .max(200)
    .describe(
      'Ord i hvilken som helst rekkefølge, eller et nummer, med eller uten mellomrom og bindestreker',
    )
    .meta({ examples: ['skrue m8'] }),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'Må være et helt tall')
    .meta({ examples: ['20'] })
    .default('20')
    .transform(Number)
    .refine((value) => value >= 1 && value <= 100, 'Må være fra 1 til 100')
    .describe('Høyst så mange')
    .meta({ type: 'integer' }),
  entity: z
    .enum(searchedEntities.map(({ name }) => name))
    .optional()
    .describe('Bare poster av dette slaget'),
  asOf,
})

const bare = (text: string) => folded(text).replace(/[^a-z0-9]/g, '')

/** The field that shows most of what was sought; of equal ones the first. */
const bestField = (texts: readonly (readonly [string, string])[], { whole, words }: Sought) => {
  const score = ([, text]: readonly [string, string]) =>
    [whole, ...words].filter((some) =>
      some.some((one) => folded(text).includes(one) || bare(text).includes(one)),
    ).length
  return texts.toSorted((a, b) => score(b) - score(a))[0]
}

const hitOf = ({ entity: name, id, fields, match }: Found, sought: Sought): SearchHit => {
  const entity = entityNamed(name)
  const keys = [entity.title, ...numberKeys(entity), offersKey, ...Object.keys(entity.fields)]
  const texts = [...new Set(keys)].flatMap((key) =>
    fields[key] === undefined ? [] : [[key, fields[key]] as const],
  )
  const [field, text] = bestField(texts, sought) ?? [null, null]
  const numbers = numberKeys(entity).filter((key) => fields[key] !== undefined)
  const number = fields[numbers.find((key) => key === field) ?? numbers[0] ?? ''] ?? null
  const title = fields[entity.title] ?? number ?? `Nr. ${id}`
  return { entity: name, id, title, number, field, text, match }
}

export const searchRoutes = (app: App, { pool }: Reading): void => {
  const schema = {
    tags: ['search'],
    summary: 'Søk i alt',
    description:
      'Komponenter, motorer, sensorer, sammenstillinger, leverandører og produsenter. Det beste først: et helt nummer eller navn, så det som begynner slik, så det som har alle ordene, så det som ligner.',
    querystring: query,
    response: { 200: successSchema(z.array(searchHit)) },
  }
  app.get('/api/search', { config: { needs: 'read' }, schema }, async (request) => {
    const { q, limit, entity } = request.query
    const at = await thenAsked(pool, request)
    const sought = soughtBy(q)
    const found = await pool.transaction((tx) => findBest(tx, sought, { entity, limit, at }))
    return success(found.map((one) => hitOf(one, sought)))
  })
}
