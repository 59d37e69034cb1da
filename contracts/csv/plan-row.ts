import type { Entity } from '../entity.ts'
import { emptyOf, type Value, type Values } from '../fields.ts'
import { required } from '../norwegian.ts'
import { factorMissing, highFactor, highFactorWarning, type Price } from '../pricing.ts'
import { checkedChange, checkedNew } from './check-body.ts'
import { cleanCode, composed, isCode, normalName } from './codes.ts'
import { columnOf, columnsOf } from './columns.ts'
import type { Header } from './headings.ts'
import type { SkipReason } from './nelfo/skips.ts'
import type { ImportOptions } from './options.ts'
import { priceChanges, type PriceChange } from './price-changes.ts'
import { shown, type Problem } from './problems.ts'
import type { ReadRow } from './read-row.ts'

/** A record as it stands, with the names of what it refers to. */
export type Known = {
  readonly id: number
  readonly values: Values
  readonly price: Price | null
  readonly names: Readonly<Record<string, string | null>>
}

/** A body as a form would send it, but for references, which are names yet. */
export type Body = Readonly<Record<string, unknown>>
export type Names = Readonly<Record<string, string>>

export type RowPlan = { readonly warnings: readonly Problem[] } & (
  | { readonly outcome: 'created'; readonly body: Body; readonly names: Names }
  | {
      readonly outcome: 'updated'
      readonly id: number
      readonly body: Body
      readonly names: Names
      readonly prices: readonly PriceChange[]
    }
  | { readonly outcome: 'unchanged'; readonly id: number }
  | { readonly outcome: 'skipped'; readonly id: number; readonly because?: SkipReason }
  | { readonly outcome: 'failed'; readonly errors: readonly Problem[] }
)

const isPrice = (key: string) => key.startsWith('pricing.')
const priceKey = (key: string) => key.slice('pricing.'.length)

const canonical = (entity: Entity, key: string, value: unknown): unknown => {
  if (typeof value === 'string') return isCode(entity, key) ? cleanCode(value) : composed(value)
  if (Array.isArray(value))
    return JSON.stringify(value.map((item) => String(item).normalize('NFC')))
  return value ?? null
}
const isSame = (entity: Entity, key: string, held: unknown, said: unknown) =>
  held === said ||
  canonical(entity, key, held) === canonical(entity, key, said) ||
  // A measure with more decimals than one would write is read as a text.
  (typeof held === 'number' && typeof said === 'string' && Number(said.replace(',', '.')) === held)

const isSameName = (held: string, said: string) =>
  held === said || normalName(held) === normalName(said)

const isSamePrice = (price: Price | null, key: string, value: Value) => {
  const before = price?.[key as keyof Price] ?? null
  return typeof value === 'number'
    ? before !== null && Number(before) === value
    : (before ?? null) === value
}

/** What of a row is different from the record: null where nothing is. */
const differences = (entity: Entity, row: ReadRow, known: Known, options: ImportOptions) => {
  const body: Record<string, unknown> = {}
  const pricing: Record<string, unknown> = {}
  const names: Record<string, string> = {}
  const consider = (key: string, value: Value) => {
    if (isPrice(key)) {
      if (!isSamePrice(known.price, priceKey(key), value)) pricing[priceKey(key)] = value
    } else if (entity.fields[key]?.kind === 'reference' && typeof value === 'string') {
      if (!isSameName(known.names[key] ?? '', value)) names[key] = value
    } else if (!isSame(entity, key, known.values[key], value)) body[key] = value
  }
  for (const [key, value] of row.given) consider(key, value)
  if (options.emptyCells === 'clear')
    for (const key of clearable(entity, row)) consider(key, emptyAt(entity, key))
  if (Object.keys(pricing).length > 0) body['pricing'] = pricing
  return { body, names }
}

const emptyAt = (entity: Entity, key: string): Value =>
  entity.fields[key] ? emptyOf(entity.fields[key]) : null

/** What is always there, or must be, is not cleared by leaving a cell empty. */
const clearable = (entity: Entity, row: ReadRow) =>
  [...row.blank].filter((key) =>
    isPrice(key)
      ? key === 'pricing.costPrice' || key === 'pricing.listPrice'
      : !entity.fields[key]?.required &&
        entity.fields[key]?.kind !== 'flag' &&
        !(entity.csv?.identifiers.includes(key) ?? false),
  )

const newRecord = (entity: Entity, row: ReadRow) => {
  const body: Record<string, unknown> = {}
  const pricing: Record<string, unknown> = {}
  const names: Record<string, string> = {}
  for (const [key, value] of row.given) {
    if (isPrice(key)) pricing[priceKey(key)] = value
    else if (entity.fields[key]?.kind === 'reference') names[key] = String(value)
    else body[key] = value
  }
  if (Object.keys(pricing).length > 0) {
    const unit = body['unit']
    body['pricing'] = { ...(typeof unit === 'string' && { unit }), ...pricing }
  }
  return { body, names }
}

const withoutFactor = (row: ReadRow) => {
  const cost = row.given.get('pricing.costPrice')
  return typeof cost === 'number' && cost > 0 && row.blank.has('pricing.priceFactor')
}

/** What is to become of a row, given the record it is about (null: none yet). */
export const planRow = (
  entity: Entity,
  header: Header,
  row: ReadRow,
  known: Known | null,
  options: ImportOptions,
): RowPlan => {
  const { line } = row
  const problem = (key: string, message: string): Problem => {
    const column = columnOf(entity, key)
    const at = column ? header.columns.indexOf(column) : -1
    return {
      line,
      column: header.headings[at] ?? column?.heading ?? '',
      value: shown(row.cells[at] ?? ''),
      message,
    }
  }
  // A row of another width than the header says nothing for certain.
  if (row.errors.some(({ column }) => column === ''))
    return { outcome: 'failed', errors: row.errors, warnings: row.warnings }
  const errors = [...row.errors]
  if (withoutFactor(row)) errors.push(problem('pricing.priceFactor', factorMissing))
  if (!known)
    for (const { key, required: needed } of columnsOf(entity))
      if (needed && row.blank.has(key)) errors.push(problem(key, required))

  const { body, names } = known ? differences(entity, row, known, options) : newRecord(entity, row)
  for (const [key, name] of Object.entries(names))
    if (name.length > 1_000) errors.push(problem(key, 'Kan ikke være lengre enn 1000 tegn'))
  const checked = known ? checkedChange(entity, body) : checkedNew(entity, body)
  if (!checked.ok) {
    const reported = new Set(errors.map(({ column }) => column))
    for (const { path, message } of checked.errors) {
      const key = path.replace(/\.\d+$/, '')
      const found = problem(key, message)
      // Taken from the item's unit, whose own column has said it.
      if (key === 'pricing.unit' && !row.given.has(key)) continue
      if (!reported.has(found.column)) errors.push(found)
    }
  }
  if (errors.length > 0 || !checked.ok) return { outcome: 'failed', errors, warnings: row.warnings }

  const factor = row.given.get('pricing.priceFactor')
  const warnings =
    typeof factor === 'number' && factor > highFactor
      ? [...row.warnings, problem('pricing.priceFactor', highFactorWarning)]
      : row.warnings
  const { value } = checked
  if (!known) return { outcome: 'created', body: value, names, warnings }
  if (options.updateBehavior === 'skip') return { outcome: 'skipped', id: known.id, warnings }
  if (Object.keys(body).length === 0 && Object.keys(names).length === 0)
    return { outcome: 'unchanged', id: known.id, warnings }
  const prices = priceChanges(
    known.price,
    (body['pricing'] ?? {}) as Partial<Record<keyof Price, Value>>,
  )
  return { outcome: 'updated', id: known.id, body: value, names, prices, warnings }
}
