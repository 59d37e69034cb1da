import { z } from 'zod'
import type { EntityName } from './entity.ts'

/** What others have changed; `ids` is null where they are too many to tell. */
export const changes = z.object({
  records: z.array(
    z.object({ entity: z.custom<EntityName>(), ids: z.array(z.string()).readonly().nullable() }),
  ),
})
export type Changes = z.output<typeof changes>
