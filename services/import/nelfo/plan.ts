import { normalKey } from '#contracts/text.ts'
import type { Problem } from '#contracts/csv/answer.ts'
import type { SkipReason } from '#contracts/csv/skip-reasons.ts'
import type { KeptPrice } from '#contracts/catalogue/item.ts'
import { validFromKey } from '#contracts/csv/columns.ts'
import type { Header } from '../csv/header-row.ts'
import type { Value } from '#contracts/fields.ts'
import type { Entity } from '#contracts/entity.ts'
import { priceFileDefaults, type ImportOptions } from '#contracts/csv/options.ts'
import type { Known } from '../csv/differences.ts'
import { offerOf, planOffer } from '../csv/plan-offer.ts'
import { planRow, type RowPlan } from '../csv/plan-row.ts'
import { shown } from '../csv/parser.ts'
import { nothingIn, type ReadRow } from '../csv/read-row.ts'
import { aboutText, lostMarked } from '../csv/cell-warnings.ts'
import { dateOf, fieldOf, shownDate } from './lines.ts'
import { isOf, isSameCompany } from './header.ts'
import { readItem, type Fault, type Item } from './item.ts'
import { numberOf, type PriceFile } from './price-file.ts'
import { pricesOf, type Prices } from './prices.ts'

type Needs = {
  readonly entity: Entity
  readonly header: Header
  readonly file: PriceFile
  readonly identifier: string
  readonly options: ImportOptions
  readonly today: string
  readonly titleOf: (entity: 'suppliers', id: number) => string | undefined
}

const supplierOf = ({ names }: Known): string => names['supplierId'] ?? ''

/** What a price file's lines mean, as the rows of other files. */
export const priceFileRules = (needs: Needs) => {
  const { file, identifier, options, titleOf } = needs
  const { supplier: wanted, otherSuppliers } = options.priceFile ?? priceFileDefaults
  const isTheirs = ({ values }: Known): boolean => {
    const theirs = values['supplierId']
    if (typeof theirs !== 'number') return true
    if (wanted !== 'file') return theirs === wanted
    return isSameCompany(titleOf('suppliers', theirs) ?? '', file.head.seller)
  }
  return {
    read: nothingIn,
    dayOf: (read: ReadRow, prices: readonly Pick<KeptPrice, 'from'>[]) =>
      dayOf(needs, read, prices),
    identity: ({ cells }: ReadRow) => {
      const text = numberOf(cells)
      return text === null ? null : { field: identifier, text, lacking: null }
    },
    choose: (found: readonly Known[]): readonly Known[] | RowPlan => {
      const theirs = found.filter(isTheirs)
      const [other] = found
      if (theirs.length > 0 || !other) return theirs
      if (otherSuppliers !== 'skip') return found
      return { outcome: 'skipped', id: other.id, because: 'otherSupplier', warnings: [] }
    },
    about: (_read: ReadRow, known: Known) =>
      otherSuppliers === 'offer' && typeof wanted === 'number' && !isTheirs(known)
        ? offerOf(needs.entity, known, titleOf('suppliers', wanted) ?? '', supplierOf(known))
        : known,
    plan: (read: ReadRow, known: Known | null) => planLine(needs, read, known),
    // Where the lines differ each of them says so by itself.
    repeated: ({ cells }: ReadRow): RowPlan | 'by itself' =>
      file.conflicts.has(normalKey(numberOf(cells) ?? ''))
        ? 'by itself'
        : { outcome: 'skipped', id: 0, because: 'repeated', warnings: [] },
  }
}

/**
 * A price that is yet to hold does so from its day. One that holds already does from its day too, or from today where
 * the component has got another price since: what is imported last is what is meant.
 */
const dayOf = (
  { file, today }: Needs,
  { cells }: ReadRow,
  prices: readonly Pick<KeptPrice, 'from'>[],
): string | undefined => {
  const day = dateOf(fieldOf(cells, 'PrisDato')) ?? file.head.from ?? undefined
  const isReplaced = prices.some(({ from }) => day && from > day && from <= today)
  return isReplaced ? undefined : day
}

/** Price lists come often: what holds already is not said again of each day. */
const unlessComing = (known: Known, today: string): Known => ({
  ...known,
  isNewDay: Boolean(known.isNewDay && known.day && known.day > today),
})

const planLine = (needs: Needs, read: ReadRow, known: Known | null): RowPlan => {
  const { entity, header, file, options, today } = needs
  const priceOptions = options.priceFile ?? priceFileDefaults
  const { line, cells } = read
  const problem = ({ field, message }: Fault): Problem => ({
    line,
    column: field,
    value: field === '' ? shown(cells.join(';')) : shown(fieldOf(cells, field)),
    message,
  })
  const failed = (faults: readonly Fault[]): RowPlan => ({
    outcome: 'failed',
    errors: faults.map(problem),
    warnings: [],
  })
  const fault = (field: Fault['field'], message: string) => failed([{ field, message }])
  const skipped = (because: SkipReason, ...warnings: readonly Fault[]): RowPlan => ({
    outcome: 'skipped',
    id: known?.id ?? 0,
    because,
    warnings: known ? warnings.map(problem) : [],
  })
  if (!isOf(file.head, read))
    return fault('PostType', `Posten ${shown(cells[0]!)} hører ikke til i filen`)
  if (fieldOf(cells, 'VareMrk') !== '1') return skipped('otherNumber')
  const number = numberOf(cells)
  if (number === null) return fault('VareNr', 'VareNr mangler')
  if (!known && priceOptions.unknownItems === 'skip') return skipped('notFound')
  const others = file.conflicts.get(normalKey(number))
  if (others)
    return fault(
      'VareNr',
      `El-nummeret står på linje ${others.slice(0, 5).join(' og ')} med ulike opplysninger. Behold den ene`,
    )
  const item = readItem(cells, file.head)
  if (!('øre' in item)) return failed(item)
  if (item.isDiscontinued)
    return skipped('discontinued', {
      field: 'Status',
      message: 'Varen utgår hos grossisten. Prisen er ikke endret',
    })
  if (item.øre === 0n)
    return skipped('noPrice', { field: 'Pris', message: 'Filen har ingen pris for varen' })
  if (item.from !== null && item.from > today && priceOptions.otherDates === 'skip')
    return fault('PrisDato', `Prisen gjelder først fra ${shownDate(item.from)}`)
  const prices = pricesOf(item, file.head, known, priceOptions)
  if ('message' in prices) return failed([prices])
  const day = known ? known.day : dayOf(needs, read, [])
  const given = day ? new Map([...prices, [validFromKey, day] as const]) : prices
  if (known?.offer) {
    if (prices.has('pricing.costPrice'))
      return planOffer(entity, header, offered(read, known, number, given), known, options, today)
    const message = 'Filen har bare bruttopris. Et tilbud har kostpris'
    return skipped('noPrice', { field: 'Pristype', message })
  }
  const { supplier } = priceOptions
  if (known || typeof supplier !== 'number')
    return planRow(entity, header, { ...read, given }, known && unlessComing(known, today), options)
  const row = newComponent(read, item, number, given)
  const plan = planRow(entity, header, row, null, options)
  return plan.outcome === 'created'
    ? { ...plan, body: { ...plan.body, supplierId: supplier } }
    : plan
}

/** A new offer is under the number by which a wholesaler takes orders. */
const offered = (read: ReadRow, { offer }: Known, number: string, given: Prices): ReadRow => ({
  ...read,
  given: new Map<string, Value>([
    ['supplierId', offer!.supplier],
    ...(offer!.isNew ? [['supplierArticlenumber', number] as const] : []),
    ...given,
  ]),
})

/** Of a component that exists only the price is touched; of a new one the file knows a little more. */
const newComponent = (read: ReadRow, item: Item, number: string, prices: Prices): ReadRow => ({
  ...read,
  given: new Map<string, Value>([
    ['description', lostMarked(item.name)],
    ['electricalNumber', number],
    // By what a wholesaler takes orders.
    ['supplierArticlenumber', number],
    ['unit', prices.get('pricing.unit') ?? ''],
    ...prices,
  ]),
  warnings: aboutText(item.name).map((message) => ({
    line: read.line,
    column: 'VaBetg',
    value: shown(item.name),
    message,
  })),
})
