import type { Problem } from '#contracts/csv/answer.ts'
import { referredEntity } from '#contracts/catalogue/index.ts'
import { columnOf } from '#contracts/csv/columns.ts'
import { referenceKeys, type Entity, type EntityName } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import type { Commands, Found } from '../commands.ts'
import type { Known } from '../csv/differences.ts'
import { createDuplicateKeys } from '../csv/digests.ts'
import type { Row } from '../csv/parser.ts'
import { planRow, problemAt, type RowPlan } from '../csv/plan-row.ts'
import { createRowReader, type ReadRow } from '../csv/read-row.ts'
import { priceFileRules } from '../nelfo/plan.ts'
import { dayOf, type Job } from '../store/job-repository.ts'
import type { ImportFile } from './import-file.ts'

type Identity = {
  readonly field: string
  readonly text: string
  /** The identifier that the row leaves empty: only records that lack it too can be meant. */
  readonly lacking: string | null
}

/** An article number or a description is its supplier's; an ITO number is one record's whoever supplies it. */
const isPerSupplier = ({ fields, title }: Entity, field: string): boolean =>
  fields['supplierId'] !== undefined && (field === 'supplierArticlenumber' || field === title)

const supplierIn = ({ given }: ReadRow): string | null => {
  const named = given.get('supplierId')
  return typeof named === 'string' ? normalKey(named) : null
}

/** A row without its identifier is recognised by the next best it has; one without any is always new. */
export const identityBy = (
  entity: Entity,
  identifier: string,
): ((row: ReadRow) => Identity | null) => {
  const order = [identifier, ...(entity.csv?.identifiers ?? []), entity.title]
  return ({ given }) => {
    const field = order.find((key) => typeof given.get(key) === 'string')
    if (field === undefined) return null
    const lacking = field === identifier ? null : identifier
    return { field, text: given.get(field) as string, lacking }
  }
}

/** Which of the records with its identity a row means. `isFirst`: no row above has it, of whatever supplier. */
const chooseFor =
  (entity: Entity) =>
  (
    found: readonly Known[],
    { field, lacking }: Identity,
    read: ReadRow,
    isFirst: boolean,
  ): readonly Known[] => {
    const matches = lacking === null ? found : found.filter(({ values }) => !values[lacking])
    const supplier = supplierIn(read)
    if (supplier === null || !(isPerSupplier(entity, field) || matches.length > 1)) return matches
    const named = (name: string) =>
      matches.filter(({ names }) => normalKey(names['supplierId'] ?? '') === name)
    const theirs = named(supplier)
    // One of no supplier is claimed by the first row that has its number.
    return theirs.length > 0 || !isFirst ? theirs : named('')
  }

/** On which line a row's number stands before; `isUnclear` where only one of the two names its supplier. */
const createRepeatedKeys = (entity: Entity) => {
  const seen = createDuplicateKeys()
  return ({ field, text }: Identity, read: ReadRow) => {
    const key = `${field}\u0000${normalKey(text)}`
    const first = seen(key, read.line)
    const isFirst = first === undefined
    if (!isPerSupplier(entity, field)) return { line: first, isUnclear: false, isFirst }
    const supplier = supplierIn(read)
    const same = seen(`${key}\u0000${supplier ?? ''}`, read.line)
    if (same !== undefined || isFirst) return { line: same, isUnclear: false, isFirst }
    const other = supplier === null ? first : seen(`${key}\u0000`)
    return { line: other, isUnclear: other !== undefined, isFirst }
  }
}

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

type Needs = {
  readonly job: Job
  readonly entity: Entity
  readonly file: ImportFile
  readonly identifier: string
  readonly commands: Commands
  readonly titleOf: (entity: EntityName, id: number) => string | undefined
}

/** What differs from file to file: `priceFileRules` are the other ones. */
const csvRules = ({ entity, file, identifier, job }: Needs) => ({
  read: createRowReader(entity, file),
  identity: identityBy(entity, identifier),
  choose: chooseFor(entity),
  plan: (read: ReadRow, known: Known | null) =>
    planRow(entity, file.header, read, known, job.options),
  /** What becomes of a row whose key stood before; null where that is a fault. */
  repeated: () => null,
})

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
  const { job, entity, file, commands } = needs
  const { header, priceFile } = file
  const { options } = job
  const rules = priceFile
    ? priceFileRules({ ...needs, header, file: priceFile, options, today: dayOf(job) })
    : csvRules(needs)
  const keyAbove = createRepeatedKeys(entity)

  const failed = (read: ReadRow, { field }: Identity, message: string): RowPlan => {
    const error: Problem = problemAt(entity, header, read, field, message)
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
