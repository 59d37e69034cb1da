import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import type { ReportedChange } from '#audit/export/report.ts'
import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { Position } from '#contracts/event-log.ts'
import { viaText } from '#contracts/via-text.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { journalRows, type JournalFilter } from './journal-rows.ts'
import { journalPages } from './items.ts'

/** No limit: a selection includes everything. */
const all = 2_000_000_000

const linkRow = sql.type(z.object({ kind: z.custom<LinkKind>(), id: z.string() }))

/** The filter for an assembly, and for everything it ever contained up to a position, at every level. */
export const withParts = async (
  pool: DatabasePool,
  filter: JournalFilter,
  upTo: Position,
): Promise<readonly JournalFilter[]> => {
  const links = await pool.any(linkRow`
    with recursive inside (id) as (
      select ${filter.id!}::integer
      union
      select item_id from link_version join inside on assembly_id = id
      where kind = 'subassembly' and position <= ${upTo}
    )
    select distinct kind, item_id::text as id
    from link_version join inside on assembly_id = inside.id
    where position <= ${upTo}
    order by kind desc, id`)
  const parts = links.map(({ kind, id }) => ({ ...filter, entity: linkKinds[kind].entity, id }))
  return [filter, ...parts]
}

const positionRow = sql.type(z.object({ position: z.bigint() }))

/** Positions of the matching changes up to a position, in log order. */
export const positionsOf = async (
  context: QueryContext,
  filters: readonly JournalFilter[],
  upTo: Position,
): Promise<readonly Position[]> => {
  const found = new Set<Position>()
  for (const filter of filters) {
    const rows = await journalRows(context, filter, undefined, all)
    for (const { position } of await context.pool.any(
      positionRow`select position from (${rows}) j where position <= ${upTo}`,
    ))
      found.add(position)
  }
  return [...found].toSorted((a, b) => Number(a - b))
}

/** Their journal entries: record by record, newest first. */
export async function* entriesByRecord(
  context: QueryContext,
  filters: readonly JournalFilter[],
  upTo: Position,
): AsyncGenerator<ReportedChange> {
  for (const filter of filters)
    for await (const items of journalPages(context, filter, { upTo }))
      for (const { position, recordedAt: at, user, text, via, reason } of items) {
        const { name, id: account } = user
        yield { position, at, user: name, account, text, way: viaText(via), reason }
      }
}
