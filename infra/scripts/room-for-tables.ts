import { sql } from 'slonik'
import { z } from 'zod'
import { openPool, readSchema } from '#projector/kernel/pool.ts'
import { reserveOf, type Space } from '#kernel/disk.ts'

const bytes = sql.type(z.object({ bytes: z.number() }))`
  select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = ${readSchema} and c.relkind = 'r'`

const megabytes = (size: number) => `${Math.ceil(size / 1024 / 1024)} MB`

/** Old and new tables exist side by side until the swap. */
export const requireRoomForTables = async (url: string, { size, free }: Space): Promise<void> => {
  const pool = await openPool(url, { size: 1 })
  const needed = await pool.oneFirst(bytes)
  await pool.end()
  const room = Math.max(0, free - reserveOf(size))
  if (needed > room)
    throw new Error(
      `Det er ikke plass til nye lesetabeller ved siden av dem i bruk: de trenger ${megabytes(needed)}, ` +
        `og ${megabytes(room)} av disken kan brukes. Ingenting er endret. Rydd plass og prøv igjen.`,
    )
}
