import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { purchasedFrom, type PurchasedFrom } from '#contracts/purchasing/answer.ts'
import type { Source } from '../catalogue/source.ts'
import type { Position } from '#contracts/event-log.ts'
import { readOffers, type OffersByPart } from './offers.ts'
import type { NeededPart } from './parts.ts'

/** What the model of stykklister does not hold. */
export type Details = {
  readonly suppliers: ReadonlyMap<number, PurchasedFrom>
  /** By component. */
  readonly electricalNumbers: ReadonlyMap<number, string>
  readonly offers: OffersByPart
}

const numbered = z.object({ id: z.number(), number: z.string() })

const ids = (found: Iterable<number>) => sql.array([...new Set(found)], 'int4')

export const readDetails = async (
  pool: Pick<DatabasePool, 'any'>,
  source: Source,
  position: Position | null,
  parts: readonly NeededPart[],
): Promise<Details> => {
  const { tables } = source
  const supplierIds = ids(parts.flatMap(({ item: { supplierId } }) => supplierId ?? []))
  const componentIds = ids(parts.flatMap(({ kind, id }) => (kind === 'component' ? id : [])))
  const [suppliers, components, offers] = await Promise.all([
    pool.any(sql.type(purchasedFrom)`
      ${tables} select id, name, order_email as "orderEmail", website from suppliers
      where id = any(${supplierIds})`),
    pool.any(sql.type(numbered)`
      ${tables} select id, electrical_number as number from componenttypes
      where id = any(${componentIds}) and electrical_number is not null`),
    readOffers(pool, source, position, parts),
  ])
  return {
    suppliers: new Map(suppliers.map((supplier) => [supplier.id, supplier])),
    electricalNumbers: new Map(components.map(({ id, number }) => [id, number])),
    offers,
  }
}
