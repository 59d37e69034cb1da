import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { searchHit } from '#contracts/search-answers.ts'
import { searchedEntities } from '#contracts/search.ts'
import { successSchema } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import { asOf, pointInTimeOf } from '../kernel/as-of.ts'
import type { Reading } from '../kernel/queries.ts'
import { hitOf } from './hits.ts'
import { findBest } from './query.ts'
import { parseSearch } from './parse-search.ts'

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

export const searchRoutes = (app: App, { pool }: Reading): void => {
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
