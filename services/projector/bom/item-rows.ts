import { sql, type QuerySqlToken } from 'slonik'
import type { AssemblyEvent } from '#contracts/assembly/events.ts'
import { kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { DataOf } from '#contracts/messages.ts'
import type { Transaction } from '../kernel/projection.ts'
import { nothing, type Fragment } from '../kernel/sql.ts'
import { itemRow, type ItemRow } from './items.ts'
import type { BomModel } from './model.ts'

const noId = sql.fragment`null::integer`
const noText = sql.fragment`null::text`

const ownColumns = (kind: LinkKind): Fragment =>
  kind === 'subassembly'
    ? sql.fragment`
        r.name as description, r.type, ${noText} as "supplierArticlenumber",
        ${noText} as "itoArticlenumber", ${noId} as "supplierId", ${noId} as "manufacturerId",
        ${noText} as unit`
    : sql.fragment`
        r.description, r.type, r.supplier_articlenumber as "supplierArticlenumber",
        r.ito_articlenumber as "itoArticlenumber", r.supplier_id as "supplierId",
        r.manufacturer_id as "manufacturerId",
        ${kind === 'component' ? sql.fragment`r.unit` : noText} as unit`

const rowsOf = (kind: LinkKind): Fragment => {
  const { entity } = linkKinds[kind]
  const { priced } = entityNamed(entity)
  const own = sql.fragment`p.entity_type = ${sql.literalValue(priced ?? '')} and p.entity_id = r.id`
  return sql.fragment`
    select r.id, ${ownColumns(kind)}, p.cost_price as "costPrice", p.cost_price_currency as currency,
      p.price_factor as "priceFactor", p.list_price is not null as listed, p.unit as "priceUnit"
    from ${sql.identifier([entity])} r
    left join price p on ${priced ? own : sql.fragment`false`}`
}

/** In the order of their ids: all assemblies, and those parts that an assembly links to. */
export const heldRows = (kind: LinkKind): QuerySqlToken =>
  sql.unsafe`
    ${rowsOf(kind)}
    ${
      kind === 'subassembly'
        ? nothing
        : sql.fragment`where exists (
            select from assembly_part l
            where l.part = ${sql.literalValue(kind)} and l.part_id = r.id)`
    }
    order by r.id`

type Found = { readonly kind: LinkKind; readonly id: number; readonly row: ItemRow | null }

/** The rows, after the whole batch, of what it links to first, and of what is held already and changes; null of what is gone. */
export const changedItems = async (
  tx: Transaction,
  model: BomModel,
  events: readonly RecordedEvent[],
): Promise<readonly Found[]> => {
  const found: Found[] = []
  for (const kind of kindsOfLink) {
    const ids = [...new Set(events.flatMap((event) => itemsOf(model, kind, event)))]
    if (ids.length === 0) continue
    const rows = await tx.any(sql.prepared(`rows of ${kind}`, itemRow)`
      ${rowsOf(kind)} where r.id = any(${sql.array(ids, 'int4')})`)
    const known = new Map(rows.map((one) => [one.id, one]))
    for (const id of ids) found.push({ kind, id, row: known.get(id) ?? null })
  }
  return found
}

/** Of one kind, the records that an event changes or links to and that are to be read for it. */
const itemsOf = (
  model: BomModel,
  kind: LinkKind,
  { type, data }: RecordedEvent,
): readonly number[] => {
  if (type.startsWith('Item')) {
    const { entity, id } = data as DataOf<CatalogueEvent, 'ItemRemoved'>
    const isShown = entity === linkKinds[kind].entity && typeof id === 'number'
    return isShown && model.isHeld(kind, id) ? [id] : []
  }
  return partsIn(type, data)
    .filter(({ part, partId }) => part === kind && !model.items[kind].has(partId))
    .map(({ partId }) => partId)
}

const partsIn = (type: string, data: unknown): readonly Pick<PartData, 'part' | 'partId'>[] => {
  if (type === 'PartLinked' || type === 'PartLinkChanged') return [data as PartData]
  return type === 'AssemblyCloned' ? (data as DataOf<AssemblyEvent, 'AssemblyCloned'>).parts : []
}
type PartData = DataOf<AssemblyEvent, 'PartLinked'>

export const hasRow = (
  tx: Pick<Transaction, 'exists'>,
  kind: LinkKind,
  id: number,
): Promise<boolean> =>
  tx.exists(sql.unsafe`
    select from ${sql.identifier([linkKinds[kind].entity])} where id = ${id}`)
