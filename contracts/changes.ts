import { z } from 'zod'
import { entities } from './catalogue/index.ts'

const entity = z.enum(entities.map(({ name }) => name))

/** `ids` is null if more than `mostChangedRecords` records changed. */
export const changes = z.object({
  records: z.array(z.object({ entity, ids: z.array(z.string()).readonly().nullable() })),
})
export type Changes = z.output<typeof changes>
