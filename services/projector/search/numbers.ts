import { sql } from 'slonik'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { linkedEntities } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { mostNumbers, numberMatches, type NumberMatches } from '#contracts/search-answers.ts'
import { numberKeys } from '#contracts/search.ts'
import { bare, folded, normalKey } from '#contracts/text.ts'
import { countedIn } from '#contracts/units.ts'
import { successSchema } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import { pricedAs } from '../catalogue/columns.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { parseSearch } from './parse-search.ts'

const wrong = `Skal være et nummer på inntil 200 tegn, inntil ${mostNumbers} ganger`

const querystring = z.object({
  number: z
    .union([z.string(), z.array(z.string()).max(mostNumbers)], wrong)
    .describe('ITO-nummer, leverandørens nummer, El-nummer, tegningsnummer eller hele navnet')
    .meta({ examples: ['A'] })
    .transform((given) => [given].flat())
    .refine((texts) => texts.every((text) => text.length <= 200), wrong),
})

const row = z.object({
  line: z.string(),
  entity: z.enum(linkedEntities),
  id: z.number(),
  fields: z.record(z.string(), z.string()),
  priceUnit: z.string().nullable(),
})
type Row = z.output<typeof row>

const mostFound = 50

const rowsOf = (pool: QueryContext['pool'], lines: readonly string[]) =>
  pool.any(sql.type(row)`
    select found.line, found.entity, found.id, entry.fields, price.unit as "priceUnit"
    from unnest(${sql.array([...lines], 'text')}) requested
    cross join lateral (
      select line, entity, id from search_line
      where line = requested and entity = any(${sql.array([...linkedEntities], 'text')})
      order by entity, id limit ${mostFound}) found
    join search_entry entry using (entity, id)
    left join price
      on price.entity_type = ${pricedAs(sql.fragment`found.entity`)} and price.entity_id = found.id
    order by entity, id`)

/** Exact numbers first, then numbers that differ in hyphens, then names. */
const rankOf = ({ entity: name, fields }: Row, number: string): number => {
  const entity = entityNamed(name)
  const numbers = numberKeys(entity).flatMap((key) => fields[key] ?? [])
  if (numbers.some((one) => normalKey(one) === normalKey(number))) return 3
  if (numbers.some((one) => bare(folded(one)) === bare(folded(number)))) return 2
  return normalKey(fields[entity.title] ?? '') === normalKey(number) ? 1 : 0
}

const matchesOf = (number: string, rows: readonly Row[]): NumberMatches => {
  const lines = new Set(parseSearch(number).whole)
  const ranked = rows
    .filter(({ line }) => lines.has(line))
    .map((one) => ({ ...one, rank: rankOf(one, number) }))
  const best = Math.max(1, ...ranked.map(({ rank }) => rank))
  const found = new Map(
    ranked.filter(({ rank }) => rank === best).map((one) => [`${one.entity} ${one.id}`, one]),
  )
  const matches = [...found.values()].map(({ entity, id, fields, priceUnit }) => {
    const { title } = entityNamed(entity)
    const shown = numberKeys(entityNamed(entity)).find((key) => fields[key] !== undefined)
    return {
      entity,
      id,
      title: fields[title] ?? fields[shown ?? ''] ?? `Nr. ${id}`,
      number: fields[shown ?? ''] ?? null,
      supplier: fields['supplierId'] ?? null,
      unit: countedIn(fields['unit'], priceUnit),
    }
  })
  return { number, matches }
}

export const numberRoutes = (app: App, { pool }: QueryContext): void => {
  const schema = {
    tags: ['search'],
    summary: 'Hvilke deler og sammenstillinger som har disse numrene',
    description:
      'Hele nummeret, med eller uten mellomrom og bindestreker; hele navnet der intet nummer passer.',
    querystring,
    response: { 200: successSchema(z.array(numberMatches)) },
  }
  app.get('/api/search/numbers', { config: { needs: 'read' }, schema }, async (request) => {
    const { number: numbers } = request.query
    const lines = new Set(numbers.flatMap((number) => parseSearch(number).whole))
    const rows = await rowsOf(pool, [...lines])
    return success(numbers.map((number) => matchesOf(number, rows)))
  })
}
