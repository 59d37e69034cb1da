import { referredEntity, supplier as supplierEntity } from '#contracts/catalogue/index.ts'
import { priceFileDefaults } from '#contracts/csv/price-file-options.ts'
import { referenceKeys } from '#contracts/entity.ts'
import type { Json } from '#contracts/event-log.ts'
import { normalKey } from '#contracts/text.ts'
import type { Found } from '../commands.ts'
import type { Known } from '../csv/differences.ts'
import { identityBy, isPerSupplier, supplierIn, type Identity } from '../csv/identity.ts'
import type { Row } from '../csv/parser.ts'
import { planRow, type RowPlan } from '../csv/plan-row.ts'
import { createRowReader, type ReadRow } from '../csv/read-row.ts'
import { isSameCompany } from '../nelfo/header.ts'
import { planLine } from '../nelfo/plan.ts'
import { numberOf, readLine, sourceOf } from '../nelfo/price-file.ts'
import { dayOf } from '../store/job.ts'
import type { ImportFile } from './import-file.ts'
import type { FileTask } from './task.ts'

type Match = { readonly found: Found; readonly known: Known }

/** The record a row is about: none, one, ids of several for people to sort out, or one to leave alone. */
type Matched =
  | Match
  | { readonly several: readonly number[] }
  | { readonly skipped: RowPlan }
  | null

type RowRules = {
  readonly read: (row: Row) => ReadRow
  readonly identity: (read: ReadRow) => Identity | null
  /** `isFirst`: no row above has the number, of whatever supplier. */
  readonly find: (identity: Identity, read: ReadRow, isFirst: boolean) => Promise<Matched>
  readonly plan: (read: ReadRow, known: Known | null) => RowPlan
  /** What becomes of a row whose key stood before; null where that is a fault. */
  readonly repeated: (read: ReadRow) => RowPlan | 'by itself' | null
}

const knownOf = ({ entity, titleOf }: FileTask, { id, item }: Found): Known => {
  const { values, price } = item
  const names: Record<string, string | null> = {}
  for (const key of referenceKeys(entity)) {
    const to = values[key]
    const { name } = referredEntity(entity.fields[key]!)
    names[key] = typeof to === 'number' ? (titleOf(name, to) ?? null) : null
  }
  return { id, values, price: price?.price ?? null, names }
}

const matchesOf = async (task: FileTask, { field, text }: Identity): Promise<readonly Match[]> =>
  (await task.commands.find(task.entity, field, text)).map((found) => ({
    found,
    known: knownOf(task, found),
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

const csvRules = (task: FileTask): RowRules => {
  const { entity, file, identifier, job } = task
  const { header } = file
  return {
    read: createRowReader(entity, file),
    identity: identityBy(entity, identifier),
    find: async (identity, read, isFirst) => {
      const { field, lacking } = identity
      const found = await matchesOf(task, identity)
      const matches = lacking === null ? found : found.filter(({ known }) => !known.values[lacking])
      const supplier = supplierIn(read)
      const isOfSupplier = supplier !== null && (isPerSupplier(entity, field) || matches.length > 1)
      return onlyOne(isOfSupplier ? ofSupplier(matches, supplier, isFirst) : matches)
    },
    plan: (read, known) => planRow(entity, header, read, known, job.options),
    repeated: () => null,
  }
}

const priceFileRules = (task: FileTask): RowRules => {
  const { entity, file, identifier, job } = task
  const { header } = file
  const priceFile = file.priceFile!
  const { options } = job
  const priceOptions = options.priceFile ?? priceFileDefaults
  const { supplier: wanted, otherSuppliers } = priceOptions
  const needs = { entity, header, file: priceFile, options, priceOptions, today: dayOf(job) }
  const isTheirs = ({ values }: Known): boolean => {
    const theirs = values['supplierId']
    if (typeof theirs !== 'number') return true
    if (wanted !== 'file') return theirs === wanted
    const name = task.titleOf(supplierEntity.name, theirs) ?? ''
    return isSameCompany(name, priceFile.head.seller)
  }
  return {
    read: readLine,
    identity: ({ cells }) => {
      const text = numberOf(cells)
      return text === null ? null : { field: identifier, text, lacking: null }
    },
    find: async (identity) => {
      const all = await matchesOf(task, identity)
      const theirs = all.filter(({ known }) => isTheirs(known))
      const meant = theirs.length === 0 && otherSuppliers === 'take' ? all : theirs
      const [other] = all
      if (meant.length > 0 || !other) return onlyOne(meant)
      const because = 'otherSupplier'
      return { skipped: { outcome: 'skipped', id: other.found.id, because, warnings: [] } }
    },
    plan: (read, known) => planLine(needs, read, known),
    // Where the lines differ each of them says so by itself.
    repeated: ({ cells }) =>
      priceFile.conflicts.has(normalKey(numberOf(cells) ?? ''))
        ? 'by itself'
        : { outcome: 'skipped', id: 0, because: 'repeated', warnings: [] },
  }
}

export const rowRules = (task: FileTask): RowRules =>
  task.file.priceFile ? priceFileRules(task) : csvRules(task)

export const sourceNote = (
  { priceFile }: ImportFile,
  { cells }: ReadRow,
): { readonly [key: string]: Json } => (priceFile ? { source: sourceOf(priceFile, cells) } : {})
