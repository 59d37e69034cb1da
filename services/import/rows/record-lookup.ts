import { referredEntity, supplier as supplierEntity } from '#contracts/catalogue/index.ts'
import { priceFileDefaults } from '#contracts/csv/price-file-options.ts'
import { referenceKeys, type Entity } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import type { Found } from '../commands.ts'
import type { Known } from '../csv/differences.ts'
import { isPerSupplier, supplierIn, type Identity } from '../csv/identity.ts'
import type { RowPlan } from '../csv/plan-row.ts'
import type { ReadRow } from '../csv/read-row.ts'
import { isSameCompany } from '../nelfo/company.ts'
import type { FileTask, TitleOf } from './task.ts'

type Match = { readonly found: Found; readonly known: Known }

/** The record a row is about: none, one, ids of several for people to sort out, or one to leave alone. */
type Matched =
  | Match
  | { readonly several: readonly number[] }
  | { readonly skipped: RowPlan }
  | null

/** A row and by what its record is to be found. */
type Sought = {
  readonly read: ReadRow
  readonly identity: Identity
  /** Whether it is the first of the file with this number, of whatever supplier. */
  readonly isFirst: boolean
}

export type Find = (entity: Entity, sought: Sought) => Promise<Matched>

const knownOf = (entity: Entity, { id, item }: Found, titleOf: TitleOf): Known => {
  const { values, price } = item
  const names: Record<string, string | null> = {}
  for (const key of referenceKeys(entity)) {
    const to = values[key]
    const { name } = referredEntity(entity.fields[key]!)
    names[key] = typeof to === 'number' ? (titleOf(name, to) ?? null) : null
  }
  return { id, values, price: price?.price ?? null, names }
}

const matchesOf = async (
  { commands, titleOf }: FileTask,
  entity: Entity,
  { field, text }: Identity,
): Promise<readonly Match[]> =>
  (await commands.find(entity, field, text)).map((found) => ({
    found,
    known: knownOf(entity, found, titleOf),
  }))

const onlyOne = (matches: readonly Match[]): Matched =>
  matches.length > 1 ? { several: matches.map(({ found }) => found.id) } : (matches[0] ?? null)

/** Those that a row of a supplier means: that supplier's, else one of none, which the first claims. */
const ofSupplier = (matches: readonly Match[], supplier: string, isFirst: boolean) => {
  const named = (name: string) =>
    matches.filter(({ known }) => normalKey(known.names['supplierId'] ?? '') === name)
  const theirs = named(supplier)
  return theirs.length > 0 || !isFirst ? theirs : named('')
}

const findByColumns =
  (task: FileTask): Find =>
  async (entity, { identity, read, isFirst }) => {
    const { field, lacking } = identity
    const found = await matchesOf(task, entity, identity)
    const matches = lacking === null ? found : found.filter(({ known }) => !known.values[lacking])
    const supplier = supplierIn(read)
    const isOfSupplier = supplier !== null && (isPerSupplier(entity, field) || matches.length > 1)
    return onlyOne(isOfSupplier ? ofSupplier(matches, supplier, isFirst) : matches)
  }

/** Finds the component that a line of a price file is about: by its El-nummer, of the right supplier. */
const findByNumber = (task: FileTask): Find => {
  const { supplier: wanted, otherSuppliers } = task.job.options.priceFile ?? priceFileDefaults
  const { seller } = task.file.priceFile!.head
  const isTheirs = ({ values }: Known): boolean => {
    const theirs = values['supplierId']
    if (typeof theirs !== 'number') return true
    if (wanted !== 'file') return theirs === wanted
    return isSameCompany(task.titleOf(supplierEntity.name, theirs) ?? '', seller)
  }
  return async (entity, { identity }) => {
    const all = await matchesOf(task, entity, identity)
    const theirs = all.filter(({ known }) => isTheirs(known))
    const meant = theirs.length === 0 && otherSuppliers === 'take' ? all : theirs
    const [other] = all
    if (meant.length > 0 || !other) return onlyOne(meant)
    const because = 'otherSupplier'
    return { skipped: { outcome: 'skipped', id: other.found.id, because, warnings: [] } }
  }
}

export const findFor = (task: FileTask): Find =>
  task.file.priceFile ? findByNumber(task) : findByColumns(task)
