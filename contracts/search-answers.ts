import { z } from 'zod'
import { linkedEntities } from './assembly/link-kinds.ts'
import { searchedEntities } from './search.ts'

/** How a record matched, best first: whole number or title, its start, its words, similar words. */
export const matches = ['exact', 'prefix', 'words', 'similar'] as const

export const searchHit = z.strictObject({
  entity: z.enum(searchedEntities.map(({ name }) => name)),
  id: z.int(),
  title: z.string().describe('Det folk kjenner posten ved'),
  number: z.string().nullable().describe('Nummeret som ble funnet, ellers postens første'),
  field: z.string().nullable().describe('Feltet som det søkte ble funnet i'),
  text: z.string().nullable().describe('Teksten i det feltet'),
  match: z.enum(matches).describe('Hvor godt den passer, det beste først'),
  marks: z
    .array(z.string())
    .describe(
      'Det i tittel, nummer og tekst som ble søkt eller ment, i små bokstaver uten aksenter',
    ),
})
export type SearchHit = z.output<typeof searchHit>

export const mostNumbers = 50

export const numberMatches = z.strictObject({
  number: z.string().describe('Som det ble spurt'),
  matches: z.array(
    z.strictObject({
      entity: z.enum(linkedEntities),
      id: z.int(),
      title: z.string(),
      number: z.string().nullable().describe('Postens første nummer'),
      supplier: z.string().nullable(),
      unit: z.string().describe('Det den telles i'),
    }),
  ),
})
export type NumberMatches = z.output<typeof numberMatches>
export type NumberMatch = NumberMatches['matches'][number]
