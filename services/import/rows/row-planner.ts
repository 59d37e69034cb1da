import type { Problem } from '#contracts/csv/answer.ts'
import { referredEntity } from '#contracts/catalogue/index.ts'
import { columnOf } from '#contracts/csv/columns.ts'
import type { SkipReason } from '#contracts/csv/skip-reasons.ts'
import { referenceKeys, type Entity, type EntityName } from '#contracts/entity.ts'
import type { Commands, Found } from '../commands.ts'
import type { Known } from '../csv/differences.ts'
import { digestOf } from '../csv/duplicate-keys.ts'
import { chooseFor, createRepeatedKeys, identityBy, type Identity } from '../csv/identity.ts'
import type { Row } from '../csv/parser.ts'
import { planRow, problemAt, type RowPlan } from '../csv/plan-row.ts'
import { createRowReader, type ReadRow } from '../csv/read-row.ts'
import { priceFileRules } from '../nelfo/plan.ts'
import { dayOf, type Job } from '../store/job.ts'
import type { ImportFile } from './import-file.ts'

export type IdentifiedRow = {
  readonly at: number
  readonly read: ReadRow
  readonly identity: Identity | null
  /** Whether it is the first of the file with its number, of whatever supplier. */
  readonly isFirst: boolean
  /** What is to become of it whatever is found: its key stood before. */
  readonly settled: RowPlan | null
}

/** `known` is the record it is about; null where that is a new one, or none. */
export type PlannedRow = IdentifiedRow & { readonly plan: RowPlan; readonly known: Known | null }

type RowRules = {
  readonly read: (row: Row) => ReadRow
  readonly identity: (read: ReadRow) => Identity | null
  /** Those that are meant; or what becomes of the row where none of them may be. */
  readonly choose: (
    found: readonly Known[],
    identity: Identity,
    read: ReadRow,
    isFirst: boolean,
  ) => readonly Known[] | RowPlan
  readonly plan: (read: ReadRow, known: Known | null) => RowPlan
  /** What becomes of a row whose key stood before; null where that is a fault. */
  readonly repeated: (read: ReadRow) => RowPlan | 'by itself' | null
}

type Needs = {
  readonly job: Job
  readonly entity: Entity
  readonly file: ImportFile
  readonly identifier: string
  readonly commands: Commands
  readonly titleOf: (entity: EntityName, id: number) => string | undefined
}

const rulesFor = (needs: Needs): RowRules => {
  const { entity, file, identifier, job } = needs
  const { header, priceFile } = file
  const { options } = job
  if (priceFile)
    return priceFileRules({ ...needs, header, file: priceFile, options, today: dayOf(job) })
  return {
    read: createRowReader(entity, file),
    identity: identityBy(entity, identifier),
    choose: chooseFor(entity),
    plan: (read, known) => planRow(entity, header, read, known, options),
    repeated: () => null,
  }
}

const knownOf = ({ entity, titleOf }: Needs, { id, item, revision }: Found): Known => {
  const { values, price } = item
  const names: Record<string, string | null> = {}
  for (const key of referenceKeys(entity)) {
    const to = values[key]
    const { name } = referredEntity(entity.fields[key]!)
    names[key] = typeof to === 'number' ? (titleOf(name, to) ?? null) : null
  }
  return { id, revision, values, price: price?.price ?? null, names }
}

export const createRowPlanner = (needs: Needs) => {
  const { entity, file, commands } = needs
  const rules = rulesFor(needs)
  const keyAbove = createRepeatedKeys(entity, file.rows)

  const failed = (read: ReadRow, { field }: Identity, message: string): RowPlan => {
    const error: Problem = problemAt(entity, file.header, read, field, message)
    return { outcome: 'failed', errors: [...read.errors, error], warnings: read.warnings }
  }
  return {
    /** In the order of the file: the first of two rows with one key is the one that counts. */
    identify: (row: Row, at: number): IdentifiedRow => {
      const read = rules.read(row)
      const identity = rules.identity(read)
      if (!identity) return { at, read, identity, isFirst: true, settled: null }
      const { line, isUnclear, isFirst } = keyAbove(identity, read)
      const one = { at, read, identity, isFirst }
      const repeated = line === undefined ? 'by itself' : rules.repeated(read)
      if (repeated === 'by itself') return { ...one, settled: null }
      const name = columnOf(entity, identity.field)?.heading ?? identity.field
      const advice = isUnclear ? '. Oppgi leverandør på begge' : ''
      const fault = `Samme ${name} som på linje ${line}${advice}`
      return { ...one, settled: repeated ?? failed(read, identity, fault) }
    },
    plan: async (row: IdentifiedRow): Promise<PlannedRow> => {
      const { read, identity, isFirst, settled } = row
      if (settled) return { ...row, plan: settled, known: null }
      if (!identity) return { ...row, plan: rules.plan(read, null), known: null }
      const found = await commands.find(entity, identity.field, identity.text)
      const all = found.map((one) => knownOf(needs, one))
      const meant = rules.choose(all, identity, read, isFirst)
      if ('outcome' in meant) return { ...row, plan: meant, known: null }
      if (meant.length > 1) {
        const ids = meant.slice(0, 10).map(({ id }) => id)
        const message = `Flere ${entity.noun.many} har denne verdien (id ${ids.join(', ')})`
        return { ...row, plan: failed(read, identity, message), known: null }
      }
      const known = meant[0] ?? null
      return { ...row, plan: rules.plan(read, known), known }
    },
  }
}

export type RowPlanner = ReturnType<typeof createRowPlanner>

/** Stands for the digest of a row whose supplier or manufacturer could be one of several. */
export const ambiguousNames = 1

/** Of all that is to happen to a row, names included. */
export const digestFor = (plan: RowPlan): number =>
  // 0 is no digest, and 1 has a meaning of its own.
  Math.max(2, digestOf(JSON.stringify({ ...plan, warnings: undefined })))

export const reasonOf = (plan: RowPlan): SkipReason | undefined =>
  plan.outcome === 'skipped' ? plan.because : undefined

export const supplierOf = (known: Known | null): number | null => {
  const id = known?.values['supplierId']
  return typeof id === 'number' ? id : null
}
