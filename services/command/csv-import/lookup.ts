import type { Identity } from '#contracts/csv/identify.ts'
import type { Known } from '#contracts/csv/differences.ts'
import type { RowPlan } from '#contracts/csv/plan-row.ts'
import type { ReadRow } from '#contracts/csv/read-row.ts'
import { normalName } from '#contracts/csv/codes.ts'
import { referenceKeys, type Entity, type EntityName } from '#contracts/entity.ts'
import type { AtOnce } from '#command/kernel/at-once.ts'
import type { Commands, Found } from '#command/kernel/commands.ts'
import { referredEntity } from '#command/catalogue/names.ts'

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

type Match = { readonly found: Found; readonly known: Known }

/** The record a row is about: none, one, ids of several for people to sort out, or one to leave alone. */
export type Matched =
  | Match
  | { readonly several: readonly number[] }
  | { readonly skipped: RowPlan }
  | null

export type Find = (entity: Entity, identity: Identity, row: ReadRow) => AtOnce<Matched>

const supplierOf = (known: Known) => known.names['supplierId'] ?? null

/** The one of several that may be meant which the row's supplier tells. */
const chosen = (candidates: readonly Match[], { lacking }: Identity, row: ReadRow): Matched => {
  const named = row.given.get('supplierId')
  const supplier = typeof named === 'string' ? normalName(named) : null
  let matches = candidates
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

export const lookup = (commands: Commands, titleOf: TitleOf): Find => {
  const meant = (
    entity: Entity,
    identity: Identity,
    row: ReadRow,
    found: readonly Found[],
  ): Matched => {
    const matches = found.map((one) => ({ found: one, known: knownOf(entity, one, titleOf) }))
    return matches.length === 1 && identity.lacking === null
      ? matches[0]!
      : chosen(matches, identity, row)
  }
  const later = async (
    entity: Entity,
    identity: Identity,
    row: ReadRow,
    found: Promise<readonly Found[]>,
  ) => meant(entity, identity, row, await found)
  /** As it stood, or else as it was cleaned. */
  const either = async (entity: Entity, { field, text }: Identity, raw: string) => {
    const asStored = await commands.find(entity, field, raw)
    return asStored.length > 0 ? asStored : commands.find(entity, field, text)
  }

  return (entity, identity, row) => {
    const { field, text, raw } = identity
    const found =
      raw === undefined ? commands.find(entity, field, text) : either(entity, identity, raw)
    return found instanceof Promise
      ? later(entity, identity, row, found)
      : meant(entity, identity, row, found)
  }
}
