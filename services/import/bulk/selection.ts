import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Header } from '../csv/header-row.ts'
import { nothingIn, type ReadRow, type Row } from '../csv/row.ts'
import type { FileChunks } from '../csv/text-decoder.ts'
import type { BulkChange, BulkWork } from '#contracts/bulk.ts'
import { assembly } from '#contracts/catalogue/assembly.ts'
import { validFromKey } from '#contracts/csv/columns.ts'
import { decimalOf, dividedBy, rounded, times, type Decimal } from '#contracts/decimal.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import type { Known } from '../csv/differences.ts'
import { plainFormat, type RowContext } from '../csv/file-format.ts'
import { failedPlan, planRow, type RowPlan } from '../csv/plan-row.ts'
import type { RowRules } from '../csv/csv-rules.ts'

export const idColumn = 'id'
const header: Header = { line: 0, headings: [idColumn], columns: [null] }
const batchSize = 1_000

/** Stored like an uploaded file, so that a crash does not lose the selection. */
export const keepSelection = (path: string, ids: readonly number[]): Promise<void> =>
  writeFile(path, ids.join('\n'), { flush: true })

async function* batchesOf(ids: readonly string[]): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < ids.length; from += batchSize)
    yield ids.slice(from, from + batchSize).map((id, at) => ({ line: from + at + 1, cells: [id] }))
}

export const openSelection = async (chunks: FileChunks) => {
  const ids = (await text(chunks())).split('\n')
  return {
    ...plainFormat,
    encoding: 'utf-8' as const,
    header,
    rows: ids.length,
    identifier: idColumn,
    batches: () => batchesOf(ids),
  }
}

const noLongerExists = 'Finnes ikke lenger'

/** Without an assembly's version: deleting other assemblies of the selection moves it. */
const stateOf = ({ name }: Entity, { values, version }: Known): string =>
  name === assembly.name ? JSON.stringify(values) : String(version)

const moved = (amount: Decimal, percent: number): number => {
  const hundredths = rounded(decimalOf(100 + percent), 2)
  return Number(rounded(dividedBy(times(amount, hundredths), '100'), 4))
}

type Given = readonly (readonly [string, Value])[]

const lists = ({ add = {}, remove = {} }: BulkChange, { values }: Known): Given =>
  [...new Set([...Object.keys(add), ...Object.keys(remove)])].map((key) => {
    const current = (values[key] ?? []) as readonly string[]
    const all = [...new Set([...current, ...(add[key] ?? [])])]
    return [key, all.filter((text) => !remove[key]?.includes(text))]
  })

const prices = ({ pricing = {} }: BulkChange, { price }: Known): Given => {
  const { costPercent, listPercent, priceFactor, validFrom } = pricing
  const amounts = [
    ['pricing.costPrice', price?.costPrice, costPercent],
    ['pricing.listPrice', price?.listPrice, listPercent],
  ] as const
  return [
    ...amounts.flatMap(([key, amount, percent]): Given =>
      amount && percent !== undefined ? [[key, moved(amount, percent)]] : [],
    ),
    ...(price && priceFactor !== undefined ? [['pricing.priceFactor', priceFactor] as const] : []),
    ...(validFrom ? [[validFromKey, validFrom] as const] : []),
  ]
}

export const selectionRules = (context: RowContext, bulk: BulkWork): RowRules => {
  const { entity } = context
  const change = bulk.kind === 'change' ? bulk.change : {}
  const planChange = (read: ReadRow, known: Known): RowPlan => {
    const set: Given = Object.entries(change.set ?? {})
    const given = new Map([...set, ...lists(change, known), ...prices(change, known)])
    const plan = planRow(context, { ...read, given }, known)
    const record = { id: known.id, title: String(known.values[entity.title] ?? '') }
    const warnings = plan.warnings.map((warning) => ({ ...warning, record }))
    return plan.outcome === 'updated'
      ? { ...plan, was: String(known.version), warnings }
      : { ...plan, warnings }
  }
  return {
    read: nothingIn,
    dayOf: () => change.pricing?.validFrom ?? undefined,
    identity: ({ cells }) => ({ field: idColumn, text: cells[0]!, lacking: null }),
    plan: (read, known) => {
      if (!known) {
        const [value = ''] = read.cells
        return failedPlan(read, { line: read.line, column: '', value, message: noLongerExists })
      }
      return bulk.kind === 'delete'
        ? { outcome: 'deleted', id: known.id, was: stateOf(entity, known), warnings: [] }
        : planChange(read, known)
    },
  }
}
