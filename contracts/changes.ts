import { z } from 'zod'
import type { EntityName } from './entity.ts'

/** `ids` is null if more than `mostChangedRecords` records changed. */
export const changes = z.object({
  records: z.array(
    z.object({ entity: z.custom<EntityName>(), ids: z.array(z.string()).readonly().nullable() }),
  ),
})
export type Changes = z.output<typeof changes>
