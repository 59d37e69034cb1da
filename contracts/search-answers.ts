import { z } from 'zod'
import { searchedEntities } from './search.ts'

/** How a record was found, the best first: by a whole number or name, by how one begins, by its words, by words like them. */
export const matches = ['exact', 'prefix', 'words', 'similar'] as const

export const searchHit = z.strictObject({
  entity: z.enum(searchedEntities.map(({ name }) => name)),
  id: z.int(),
  title: z.string().describe('Det folk kjenner posten ved'),
  number: z.string().nullable().describe('Nummeret som ble funnet, ellers postens første'),
  field: z.string().nullable().describe('Feltet som det søkte ble funnet i'),
  text: z.string().nullable().describe('Teksten i det feltet'),
  match: z.enum(matches).describe('Hvor godt den passer, det beste først'),
})
export type SearchHit = z.output<typeof searchHit>
