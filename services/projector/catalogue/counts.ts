import { sql } from 'slonik'
import { z } from 'zod'
import type { Entity } from '#contracts/entity.ts'
import type { App } from '../../kernel/types.ts'
import type { Reading } from '../kernel/queries.ts'

const row = z.object({ list: z.string(), count: z.number() })

/** How many records each entity has, kept as they come and go: a dashboard need not fetch the lists. */
export const countRoutes =
  (entities: readonly Entity[], { pool }: Reading) =>
  (app: App): void => {
    const names = entities.map(({ name }) => name)
    const data = z.object(Object.fromEntries(names.map((name) => [name, z.int()])))
    app.get(
      '/api/counts',
      {
        config: { needs: 'read' },
        schema: {
          tags: ['counts'],
          summary: 'Antall poster av hvert slag',
          response: { 200: z.object({ success: z.literal(true), data }) },
        },
      },
      async () => {
        const rows = await pool.any(
          sql.type(row)`select list, count::int4 as count from list_state`,
        )
        const counts = new Map(rows.map(({ list, count }) => [list, count]))
        return {
          success: true,
          data: Object.fromEntries(names.map((name) => [name, counts.get(name) ?? 0])),
        }
      },
    )
  }
