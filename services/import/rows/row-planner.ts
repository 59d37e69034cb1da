import { referredEntity } from '#contracts/catalogue/index.ts'
import { columnOf, validFromKey } from '#contracts/csv/columns.ts'
import { referenceKeys } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import { retry, type Found } from '../commands.ts'
import { selectionRules } from '../bulk/rules.ts'
import { idColumn } from '../bulk/selection.ts'
import type { Known } from '../csv/differences.ts'
import type { Row } from '../csv/parser.ts'
import type { RowPlan } from '../csv/plan-row.ts'
import type { ReadRow } from '../csv/read-row.ts'
import { problemAt } from '../csv/row-faults.ts'
import { priceFileRules } from '../nelfo/plan.ts'
import { dayOf } from '../store/job-repository.ts'
import { createRowsAbove, noRecord, onDay, type Held } from './rows-above.ts'
import { createRepeatedKeys, csvRules, madeKey, type Identity } from './csv-rules.ts'
import { mapParallel, type FileTask } from './task.ts'

export type IdentifiedRow = {
  readonly at: number
  readonly read: ReadRow
  readonly identity: Identity | null
  /** Whether it is the first of the file with its number, of whatever supplier. */
  readonly isFirst: boolean
  readonly firstLine?: number | undefined
  /** The first row is of another supplier, whose the record is. */
  readonly isOthers?: boolean
  /** The rows above that are about the same record say other days or suppliers: it is looked for when they are done. */
  readonly follows: boolean
  /** What is to become of it whatever is found: its key stood before. */
  readonly settled: RowPlan | null
}

/** `known` is the record it is about; null where that is a new one, or none. */
export type PlannedRow = IdentifiedRow & { readonly plan: RowPlan; readonly known: Known | null }

type Needs = Pick<FileTask, 'job' | 'entity' | 'file' | 'identifier' | 'commands' | 'titleOf'>

const heldOf = ({ entity, titleOf }: Needs, { id, item, version }: Found): Held => {
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

/** Made by a row above, of which it is not known any longer what it says. */
const yetToBeMade = ({ firstLine, isOthers }: IdentifiedRow): Held => ({
  ...noRecord,
  names: { supplierId: isOthers ? `den på linje ${firstLine}` : null },
})

const rulesFor = (needs: Needs) => {
  const { job, entity, file } = needs
  const { header, priceFile } = file
  const { options, bulk } = job
  if (bulk) return selectionRules({ entity, header, options, bulk })
  const today = dayOf(job)
  return priceFile
    ? priceFileRules({ ...needs, header, file: priceFile, options, today })
    : csvRules({ ...needs, options, today })
}

/** The records that a row may mean. */
const find = async ({ commands, entity }: Needs, { field, text }: Identity) => {
  if (field === 'supplierArticlenumber') {
    const own = await commands.find(entity, field, text)
    const offered = await commands.findOffered(entity, text)
    return [...own, ...offered.filter(({ id }) => !own.some((one) => one.id === id))]
  }
  if (field !== idColumn) return commands.find(entity, field, text)
  const one = await commands.record(entity, Number(text))
  return one ? [one] : []
}

export const createRowPlanner = (needs: Needs, { isDryRun = false } = {}) => {
  const { entity, file } = needs
  const { header } = file
  const rules = rulesFor(needs)
  const isDated = header.columns.some((column) => column?.key === validFromKey)
  const keyAbove = createRepeatedKeys(entity, isDated)
  const above = isDryRun ? createRowsAbove() : null

  const asItWillBe = (read: ReadRow, held: Held): Held => {
    const later = above?.of(held) ?? held
    return onDay(later, rules.dayOf(read, later.prices))
  }
  const failed = (read: ReadRow, { field }: Identity, message: string): RowPlan => {
    const error = problemAt(entity, header, read, field, message)
    return { outcome: 'failed', errors: [...read.errors, error], warnings: read.warnings }
  }
  return {
    /** In the order of the file: the first of two rows with one key is the one that counts. */
    identify: (row: Row, at: number): IdentifiedRow => {
      const read = rules.read(row)
      const identity = rules.identity(read)
      if (!identity) return { at, read, identity, isFirst: true, follows: false, settled: null }
      const { line, isUnclear, ...place } = keyAbove(identity, read)
      const one = { at, read, identity, ...place }
      const repeated = line === undefined ? 'by itself' : rules.repeated(read)
      if (repeated === 'by itself') return { ...one, settled: null }
      const name = columnOf(entity, identity.field)?.heading ?? identity.field
      const advice = isUnclear ? '. Oppgi leverandør på begge' : ''
      const fault = `Samme ${name} som på linje ${line}${advice}`
      return { ...one, settled: repeated ?? failed(read, identity, fault) }
    },
    plan: async (row: IdentifiedRow): Promise<PlannedRow> => {
      const { read, identity, isFirst, follows, settled } = row
      if (settled) return { ...row, plan: settled, known: null }
      if (!identity) return { ...row, plan: rules.plan(read, null), known: null }
      const found = await find(needs, identity)
      const all = found.map((one) => asItWillBe(read, heldOf(needs, one)))
      const meant = rules.choose(all, identity, read, isFirst)
      if ('outcome' in meant) return { ...row, plan: meant, known: null }
      if (meant.length > 1) {
        const ids = meant.slice(0, 10).map(({ id }) => id)
        const message = `Flere ${entity.noun.many} har denne verdien (id ${ids.join(', ')})`
        return { ...row, plan: failed(read, identity, message), known: null }
      }
      const key = madeKey(entity, identity, read)
      const record =
        all.find((one) => one === meant[0]) ??
        (above && follows ? asItWillBe(read, above.made(key) ?? yetToBeMade(row)) : null)
      const known = record && rules.about(read, record)
      const plan = rules.plan(read, known)
      above?.note(record, key, plan)
      return { ...row, plan, known }
    },
  }
}

export type RowPlanner = ReturnType<typeof createRowPlanner>

const chunkSize = 1_024

type Rows = readonly IdentifiedRow[]

function* inOrder(rows: Rows): Generator<Rows> {
  for (let from = 0; from < rows.length; from += chunkSize) yield rows.slice(from, from + chunkSize)
}

/** No two rows of a chunk are about one record: the later goes by what the earlier has done. */
export function* inTurns(rows: Rows): Generator<Rows> {
  const turns: IdentifiedRow[][] = []
  const turnOf = new Map<string, number>()
  for (const row of rows) {
    const { identity, follows } = row
    const key = identity ? `${identity.field} ${normalKey(identity.text)}` : ''
    const before = turnOf.get(key)
    const turn = before === undefined ? 0 : before + (follows ? 1 : 0)
    turnOf.set(key, turn)
    turns[turn] ??= []
    turns[turn].push(row)
  }
  for (const turn of turns) yield* inOrder(turn)
}

/** What is to become of a file's rows, a chunk at a time; ends early where it is told to stop. */
export async function* plannedChunks(
  { file, width, room, isCancelled }: FileTask,
  planner: RowPlanner,
  chunksOf: (batch: Rows) => Iterable<Rows> = inOrder,
) {
  let at = 0
  for await (const batch of file.batches())
    for (const chunk of chunksOf(batch.map((row) => planner.identify(row, at++)))) {
      await room()
      if (isCancelled()) return
      yield await mapParallel(chunk, width(), (row) => retry(() => planner.plan(row)))
    }
}
