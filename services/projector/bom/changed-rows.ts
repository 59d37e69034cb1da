import { sql } from 'slonik'
import { z } from 'zod'
import { kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { EntityName } from '#contracts/entity.ts'
import { idsIn, typesConcerning, type Batch, type Transaction } from '../kernel/projection.ts'
import type { LinkKey } from './bom-links.ts'
import { itemRows } from './item-rows.ts'
import { itemOf, itemRow, type Item } from './items.ts'
import type { LinkValues } from './model.ts'
import { namedEntities, type Named } from './model-parts.ts'

type ChangedItem = { readonly kind: LinkKind; readonly id: number; readonly item: Item | null }
type ChangedName = { readonly entity: Named; readonly id: number; readonly name: string | null }
type ChangedLink = LinkKey & { readonly link: LinkValues | null }

/** What the model holds of the changed records and links as they are after the batch; null if they are gone. */
export type Changed = {
  readonly items: readonly ChangedItem[]
  readonly names: readonly ChangedName[]
  readonly links: readonly ChangedLink[]
}

const changing = typesConcerning('bomItems')

const changedIds = ({ events }: Batch, name: EntityName): readonly number[] =>
  idsIn(
    events.filter(({ type }) => changing.includes(type)),
    name,
  ).map(Number)

const changedItems = async (tx: Transaction, batch: Batch): Promise<readonly ChangedItem[]> => {
  const found: ChangedItem[] = []
  for (const kind of kindsOfLink) {
    const { entity } = linkKinds[kind]
    // Prices that became valid on the new day.
    const others = batch.day === batch.dayBefore ? [] : batch.touched.of(entity).map(Number)
    const ids = [...new Set([...changedIds(batch, entity), ...others])]
    if (ids.length === 0) continue
    const rows = await tx.any(sql.prepared(`rows of ${kind}`, itemRow)`
      ${itemRows(kind)} where r.id = any(${sql.array(ids, 'int4')})`)
    const items = new Map(rows.map((row) => [row.id, itemOf(kind, row)]))
    for (const id of ids) found.push({ kind, id, item: items.get(id) ?? null })
  }
  return found
}

const nameRow = z.object({ id: z.number(), name: z.string() })

const changedNames = async (tx: Transaction, batch: Batch): Promise<readonly ChangedName[]> => {
  const found: ChangedName[] = []
  for (const entity of namedEntities) {
    const ids = changedIds(batch, entity)
    if (ids.length === 0) continue
    const rows = await tx.any(sql.prepared(`names of ${entity}`, nameRow)`
      select id, name from ${sql.identifier([entity])} where id = any(${sql.array([...ids], 'int4')})`)
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    for (const id of ids) found.push({ entity, id, name: names.get(id) ?? null })
  }
  return found
}

const linkRow = z.object({
  kind: z.enum(kindsOfLink),
  from: z.number(),
  to: z.number(),
  quantity: z.number(),
  notes: z.string().nullable(),
  sortOrder: z.number(),
  ended: z.bigint().nullable(),
})

/** Those that are gone come first: so no cycle arises while they are applied. */
const changedLinks = async (
  tx: Transaction,
  { events, touched }: Batch,
): Promise<readonly ChangedLink[]> => {
  if (touched.of('assemblytypes').length === 0) return []
  const { position } = events[0]!
  const rows = await tx.any(sql.type(linkRow)`
    select * from (
      select distinct on (kind, assembly_id, item_id) kind, assembly_id as "from", item_id as "to",
        quantity, notes, sort_order as "sortOrder", ended
      from link_version where position >= ${position} or ended >= ${position}
      order by kind, assembly_id, item_id, ended desc) latest
    order by ended`)
  return rows.map(({ kind, from, to, ended, ...values }) => ({
    kind,
    from,
    to,
    link: ended === null ? values : null,
  }))
}

/** Read before the model changes, since queries must not see half of a batch. */
export const readChanged = async (tx: Transaction, batch: Batch): Promise<Changed> => ({
  items: await changedItems(tx, batch),
  names: await changedNames(tx, batch),
  links: await changedLinks(tx, batch),
})
