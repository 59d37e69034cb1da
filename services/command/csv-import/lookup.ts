import { isPerSupplier, supplierIn, type Identity } from '#contracts/csv/identify.ts'
import type { Known } from '#contracts/csv/differences.ts'
import type { RowPlan } from '#contracts/csv/plan-row.ts'
import type { ReadRow } from '#contracts/csv/read-row.ts'
import { referenceKeys, type Entity, type EntityName } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
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

/** A row and by what its record is to be found. */
export type Asked = {
  readonly read: ReadRow
  readonly identity: Identity
  /** Whether it is the first of the file with this number, of whatever supplier. */
  readonly isFirst: boolean
}

export type Find = (entity: Entity, asked: Asked) => AtOnce<Matched>

const supplierOf = (known: Known) => known.names['supplierId'] ?? null

/** Those that a row of a supplier means: that supplier's, else one of none, which the first claims. */
const ofSupplier = (matches: readonly Match[], supplier: string, isFirst: boolean) => {
  const named = (name: string) =>
    matches.filter(({ known }) => normalKey(supplierOf(known) ?? '') === name)
  const theirs = named(supplier)
  return theirs.length > 0 || !isFirst ? theirs : named('')
}

/** The one of those found that a row means. */
const chosen = (entity: Entity, found: readonly Match[], asked: Asked): Matched => {
  const { identity, read, isFirst } = asked
  const { field, lacking } = identity
  let matches = lacking === null ? found : found.filter(({ known }) => !known.values[lacking])
  const supplier = supplierIn(read)
  if (supplier !== null && (isPerSupplier(entity, field) || matches.length > 1))
    matches = ofSupplier(matches, supplier, isFirst)
  if (matches.length > 1) return { several: matches.map(({ found: { id } }) => id) }
  return matches[0] ?? null
}

export const lookup = (commands: Commands, titleOf: TitleOf): Find => {
  const meant = (entity: Entity, asked: Asked, found: readonly Found[]): Matched =>
    chosen(
      entity,
      found.map((one) => ({ found: one, known: knownOf(entity, one, titleOf) })),
      asked,
    )
  const later = async (entity: Entity, asked: Asked, found: Promise<readonly Found[]>) =>
    meant(entity, asked, await found)

  return (entity, asked) => {
    const { field, text } = asked.identity
    const found = commands.find(entity, field, text)
    return found instanceof Promise ? later(entity, asked, found) : meant(entity, asked, found)
  }
}
