import type { Identity } from '#contracts/csv/identify.ts'
import type { Known, RowPlan } from '#contracts/csv/plan-row.ts'
import type { ReadRow } from '#contracts/csv/read-row.ts'
import { normalName } from '#contracts/csv/codes.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import type { Commands, Found } from '#command/kernel/commands.ts'
import { referenceKeys, referredEntity } from '#command/catalogue/names.ts'

/** The name of a supplier or manufacturer, at once: the service has them in memory. */
export type TitleOf = (entity: EntityName, id: number) => string | undefined

export const knownOf = (entity: Entity, { id, item }: Found, titleOf: TitleOf): Known => {
  const { values, price } = item
  const names: Record<string, string | null> = {}
  for (const key of referenceKeys(entity)) {
    const to = values[key]
    const name =
      typeof to === 'number' ? titleOf(referredEntity(entity.fields[key]!).name, to) : undefined
    names[key] = name ?? null
  }
  return { id, values, price: price?.price ?? null, names }
}

/** The record a row is about: none, one, ids of several for people to sort out, or one to leave alone. */
export type Matched =
  | { readonly found: Found; readonly known: Known }
  | { readonly several: readonly number[] }
  | { readonly skipped: RowPlan }
  | null

const supplierOf = (known: Known) => known.names['supplierId'] ?? null

export const lookup =
  (commands: Commands, titleOf: TitleOf) =>
  async (entity: Entity, identity: Identity, row: ReadRow): Promise<Matched> => {
    const { field, text, raw, lacking } = identity
    const asStored = raw === undefined ? [] : await commands.find(entity, field, raw)
    const all = asStored.length > 0 ? asStored : await commands.find(entity, field, text)
    if (all.length === 0) return null
    let matches = all.map((found) => ({ found, known: knownOf(entity, found, titleOf) }))
    if (matches.length === 1 && lacking === null) return matches[0]!
    const named = row.given.get('supplierId')
    const supplier = typeof named === 'string' ? normalName(named) : null
    if (lacking !== null)
      matches = matches.filter(({ known }) => {
        const theirs = supplierOf(known)
        const contradicts = supplier !== null && theirs !== null && normalName(theirs) !== supplier
        return !known.values[lacking] && !contradicts
      })
    if (matches.length > 1 && supplier !== null)
      matches = matches.filter(({ known }) => normalName(supplierOf(known) ?? '') === supplier)
    if (matches.length > 1) return { several: matches.map(({ found }) => found.id) }
    return matches[0] ?? null
  }
