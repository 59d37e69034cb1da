import { sql } from 'slonik'
import { z } from 'zod'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { openPool } from '../kernel/pool.ts'
import { column, fieldsOf, table } from './columns.ts'

const referred = z.object({ id: z.string(), path: z.string() })

export type ReferredFile = z.output<typeof referred> & {
  readonly entity: Entity
  readonly label: string
}

export const referredFiles = async (url: string): Promise<readonly ReferredFile[]> => {
  const pool = await openPool(url, { size: 1, timeouts: false })
  const found: ReferredFile[] = []
  try {
    for (const entity of entities)
      for (const [key, { kind, label }] of fieldsOf(entity)) {
        if (kind !== 'file' && kind !== 'files') continue
        const paths = kind === 'files' ? sql.fragment`unnest(${column(key)})` : column(key)
        const rows = await pool.any(sql.type(referred)`
          select id::text, path from (select id, ${paths} as path from ${table(entity)}) files
          where path is not null order by files.id, path`)
        found.push(...rows.map((row) => ({ ...row, entity, label })))
      }
    return found
  } finally {
    await pool.end()
  }
}
