import { referredEntity } from '#contracts/catalogue/index.ts'
import { columnOf, validFromKey } from '#contracts/csv/columns.ts'
import { referenceKeys, type Entity } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import { idColumn } from '../bulk/selection.ts'
import type { Found } from '../commands.ts'
import { createRepeatedKeys, numberKey, type Identity } from '../csv/csv-rules.ts'
import type { Known } from '../csv/differences.ts'
import type { ReadRow, Row } from '../csv/row.ts'
import { failedPlan, type RowPlan } from '../csv/plan-row.ts'
import { problemAt } from '../csv/file-format.ts'
import { rulesFor } from './import-file.ts'
import { createRowsAbove, noRecord, onDay, type RecordState } from './rows-above.ts'
import type { FileTask } from './task.ts'

export type IdentifiedRow = {
  readonly at: number
  readonly read: ReadRow
  readonly identity: Identity | null
  /** True for the first row in the file with its number, of any supplier. */
  readonly isFirst: boolean
  /** Rows above about the same record have other dates or suppliers, so it is planned after they are done. */
  readonly follows: boolean
  /** The final plan of a row whose key occurs above. */
  readonly finalPlan: RowPlan | null
}

/** `known` is the row's record; null if new or none. */
export type PlannedRow = IdentifiedRow & { readonly plan: RowPlan; readonly known: Known | null }

const heldOf = ({ entity, titleOf }: FileTask, { id, item, version }: Found): RecordState => {
  const { values, prices, offers } = item
  const names: Record<string, string | null> = {}
  for (const key of referenceKeys(entity)) {
    const to = values[key]
    const { name } = referredEntity(entity.fields[key]!)
    names[key] = typeof to === 'number' ? (titleOf(name, to) ?? null) : null
  }
  return {
    id,
    version,
    values,
    price: null,
    prices,
    names,
    offers: [...offers].map(([of, offer]) => ({ name: titleOf('suppliers', of) ?? '', offer })),
  }
}

const find = async ({ commands, entity }: FileTask, { field, text }: Identity) => {
  if (field === 'supplierArticlenumber') {
    const own = await commands.find(entity, field, text)
    const offered = await commands.findOffered(entity, text)
    return [...own, ...offered.filter(({ id }) => !own.some((one) => one.id === id))]
  }
  if (field !== idColumn) return commands.find(entity, field, text)
  const one = await commands.record(entity, Number(text))
  return one ? [one] : []
}

const findRecords = async (task: FileTask, identity: Identity): Promise<readonly RecordState[]> =>
  (await find(task, identity)).map((found) => heldOf(task, found))

const isAmong = (stored: readonly RecordState[], { id }: RecordState) =>
  id > 0 && stored.some((one) => one.id === id)

const failed = (task: FileTask, read: ReadRow, { field }: Identity, message: string): RowPlan =>
  failedPlan(read, problemAt(task, read, field, message))

const repeatedText = (
  { entity }: FileTask,
  { field }: Identity,
  line: number,
  isUnclear: boolean,
) => {
  const name = columnOf(entity, field)?.heading ?? field
  const advice = isUnclear ? '. Oppgi leverandør på begge' : ''
  return `Samme ${name} som på linje ${line}${advice}`
}

const severalText = ({ entity }: FileTask, found: readonly Known[]): string => {
  const ids = found.flatMap(({ id }) => (id > 0 ? [id] : [])).slice(0, 10)
  const which = ids.length > 0 ? ` (id ${ids.join(', ')})` : ''
  return `Flere ${entity.noun.many} har denne verdien${which}`
}

/** Of rows that run at once, the first in the file decides how a new name is spelt. */
const createSpelling = (entity: Entity) => {
  const first = new Map<string, string>()
  return (read: ReadRow): ReadRow => {
    const others = referenceKeys(entity).flatMap((field) => {
      const name = read.given.get(field)
      if (typeof name !== 'string') return []
      const key = `${entity.fields[field]!.to} ${normalKey(name)}`
      if (read.errors.length === 0 && !first.has(key)) first.set(key, name)
      const spelt = first.get(key) ?? name
      return spelt === name ? [] : [[field, spelt] as const]
    })
    return others.length > 0 ? { ...read, given: new Map([...read.given, ...others]) } : read
  }
}

export const createRowPlanner = (task: FileTask, { isDryRun = false } = {}) => {
  const { entity, file } = task
  const rules = rulesFor(task, file, task.titleOf)
  const isDated = file.header.columns.some((column) => column?.key === validFromKey)
  const keyAbove = createRepeatedKeys(entity, isDated)
  const spelt = createSpelling(entity)
  const above = isDryRun ? createRowsAbove(entity) : null

  const asItWillBe = (read: ReadRow, held: RecordState): RecordState => {
    const later = above?.of(held) ?? held
    return onDay(later, rules.dayOf(read, later.prices))
  }
  /** Also by a row with another key. */
  const isWritten = (record: RecordState | null) => Boolean(record && above?.isKnown(record))
  const planFor = (row: IdentifiedRow, record: RecordState | null): PlannedRow => {
    const known = record && (rules.about?.(row.read, record) ?? record)
    return { ...row, plan: rules.plan(row.read, known), known }
  }
  return {
    /** Call it in file order: the first of two rows with the same key counts. */
    identify: (row: Row, at: number): IdentifiedRow => {
      const read = spelt(rules.read(row))
      const identity = rules.identity(read)
      if (!identity) return { at, read, identity, isFirst: true, follows: false, finalPlan: null }
      const { line, isUnclear, ...place } = keyAbove(identity, read)
      const one = { at, read, identity, ...place, finalPlan: null }
      if (line === undefined) return one
      if (rules.repeated) return { ...one, finalPlan: rules.repeated(read) }
      const text = repeatedText(task, identity, line, isUnclear)
      return { ...one, finalPlan: failed(task, read, identity, text) }
    },
    plan: async (row: IdentifiedRow): Promise<PlannedRow> => {
      const { read, identity, isFirst, follows, finalPlan } = row
      if (finalPlan) return { ...row, plan: finalPlan, known: null }
      if (!identity) return planFor(row, null)
      const written = above ? above.written(numberKey(identity)) : []
      const stored = await findRecords(task, identity)
      const found = [...stored, ...(written ?? []).filter((one) => !isAmong(stored, one))]
      const all = found.map((one) => asItWillBe(read, one))
      const meant = rules.choose?.(all, identity, read, isFirst) ?? all
      if ('outcome' in meant) return { ...row, plan: meant, known: null }
      const record =
        all.find((one) => one === meant[0]) ??
        // Made by a row above that is no longer remembered.
        (written || !follows ? null : asItWillBe(read, noRecord))
      const planned =
        meant.length > 1
          ? { ...row, plan: failed(task, read, identity, severalText(task, meant)), known: null }
          : planFor({ ...row, follows: follows || isWritten(record) }, record)
      above?.note(identity, isFirst, record, planned.plan)
      return planned
    },
    /** The plan as it was when its record was so; null for a new one. */
    planAt: (row: IdentifiedRow, found: Found | null): PlannedRow =>
      planFor(row, found && asItWillBe(row.read, heldOf(task, found))),
  }
}

export type RowPlanner = ReturnType<typeof createRowPlanner>
