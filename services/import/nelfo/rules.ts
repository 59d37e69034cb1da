import type { Problem } from '#contracts/csv/answer.ts'
import { validFromKey } from '#contracts/csv/columns.ts'
import { priceFileDefaults } from '#contracts/csv/options.ts'
import type { SkipReason } from '#contracts/csv/skip-reasons.ts'
import { normalKey } from '#contracts/text.ts'
import type { RowRules } from '../csv/csv-rules.ts'
import type { Known } from '../csv/differences.ts'
import { offerOf, planOffer } from '../csv/plan-offer.ts'
import { failedPlan, planRow, type RowPlan } from '../csv/plan-row.ts'
import { nothingIn, shown, type ReadRow } from '../csv/row.ts'
import { isOf, isSameCompany } from './header.ts'
import { readItem, type Fault, type Item } from './item.ts'
import { dayOf, newComponent, offered, problemIn, type PriceFileContext } from './line-rows.ts'
import { fieldOf, shownDate, type LineField } from './lines.ts'
import { numberOf } from './price-file.ts'
import { pricesOf, type Prices } from './prices.ts'

/** An unchanged price is not recorded again with each new price list. */
const unlessComing = (known: Known, today: string): Known => ({
  ...known,
  isNewDay: Boolean(known.isNewDay && known.day && known.day > today),
})

const skipped = (because: SkipReason, id = 0, warnings: readonly Problem[] = []): RowPlan => ({
  outcome: 'skipped',
  id,
  because,
  warnings,
})

/** Returns the line's component and number, or a plan that does not need its price. */
const articleIn = (
  { priceFile, options }: PriceFileContext,
  read: ReadRow,
  known: Known | null,
): { readonly number: string; readonly item: Item } | RowPlan => {
  const { head, conflicts } = priceFile
  const { cells } = read
  const fault = (field: Fault['field'], message: string) =>
    failedPlan(read, problemIn(read, { field, message }))
  if (!isOf(head, read))
    return fault('PostType', `Posten ${shown(cells[0]!)} hører ikke til i filen`)
  if (fieldOf(cells, 'VareMrk') !== '1') return skipped('otherNumber', known?.id)
  const number = numberOf(cells)
  if (number === null) return fault('VareNr', 'VareNr mangler')
  const { unknownItems } = options.priceFile ?? priceFileDefaults
  if (!known && unknownItems === 'skip') return skipped('notFound')
  const others = conflicts.get(normalKey(number))
  if (others)
    return fault(
      'VareNr',
      `El-nummeret står på linje ${others.slice(0, 5).join(' og ')} med ulike opplysninger. Behold den ene`,
    )
  const item = readItem(cells, head)
  return 'øre' in item
    ? { number, item }
    : failedPlan(read, ...item.map((one) => problemIn(read, one)))
}

const unusedDiscount = (read: ReadRow, { discount }: Item, prices: Prices): readonly Problem[] =>
  discount === 0n || prices.has('pricing.listPrice')
    ? []
    : [
        problemIn(read, {
          field: 'Rabatt',
          message: 'Prisen er netto. Rabatten er ikke trukket fra',
        }),
      ]

const planLine = (needs: PriceFileContext, line: ReadRow, known: Known | null): RowPlan => {
  const { priceFile, options, today } = needs
  const priceOptions = options.priceFile ?? priceFileDefaults
  const article = articleIn(needs, line, known)
  if ('outcome' in article) return article
  const { number, item } = article
  const passedOver = (because: SkipReason, field: LineField, message: string) =>
    skipped(because, known?.id, known ? [problemIn(line, { field, message })] : [])
  if (item.isDiscontinued)
    return passedOver('discontinued', 'Status', 'Varen utgår hos grossisten. Prisen er ikke endret')
  if (item.øre === 0n) return passedOver('noPrice', 'Pris', 'Filen har ingen pris for varen')
  if (item.from !== null && item.from > today && priceOptions.otherDates === 'skip') {
    const message = `Prisen gjelder først fra ${shownDate(item.from)}`
    return failedPlan(line, problemIn(line, { field: 'PrisDato', message }))
  }
  const prices = pricesOf(item, priceFile.head, known, priceOptions)
  if ('message' in prices) return failedPlan(line, problemIn(line, prices))
  const read = { ...line, warnings: unusedDiscount(line, item, prices) }
  const day = known ? known.day : dayOf(needs, read, [])
  const given = day ? new Map([...prices, [validFromKey, day] as const]) : prices
  if (known?.offer)
    return prices.has('pricing.costPrice')
      ? planOffer(needs, offered(read, known, number, given), known)
      : passedOver('noPrice', 'Pristype', 'Filen har bare bruttopris. Et tilbud har kostpris')
  const { supplier } = priceOptions
  if (known || typeof supplier !== 'number')
    return planRow(needs, { ...read, given }, known && unlessComing(known, today))
  const plan = planRow(needs, newComponent(read, item, number, given), null)
  return plan.outcome === 'created'
    ? { ...plan, body: { ...plan.body, supplierId: supplier } }
    : plan
}

const supplierOf = ({ names }: Known): string => names['supplierId'] ?? ''

export const priceFileRules = (needs: PriceFileContext): RowRules => {
  const { entity, priceFile, identifier, options, titleOf } = needs
  const { supplier: chosen, otherSuppliers } = options.priceFile ?? priceFileDefaults
  const isTheirs = ({ values }: Known): boolean => {
    const theirs = values['supplierId']
    if (typeof theirs !== 'number') return true
    if (chosen !== 'file') return theirs === chosen
    return isSameCompany(titleOf('suppliers', theirs) ?? '', priceFile.head.seller)
  }
  return {
    read: nothingIn,
    dayOf: (read, prices) => dayOf(needs, read, prices),
    identity: ({ cells }) => {
      const text = numberOf(cells)
      return text === null ? null : { field: identifier, text, lacking: null }
    },
    choose: (found) => {
      const theirs = found.filter(isTheirs)
      const [other] = found
      if (theirs.length > 0 || !other) return theirs
      if (otherSuppliers !== 'skip') return found
      return { outcome: 'skipped', id: other.id, because: 'otherSupplier', warnings: [] }
    },
    about: (_read, known) =>
      otherSuppliers === 'offer' && typeof chosen === 'number' && !isTheirs(known)
        ? offerOf(entity, known, titleOf('suppliers', chosen) ?? '', supplierOf(known))
        : known,
    plan: (read, known) => planLine(needs, read, known),
    // Contradicting lines report that themselves.
    repeated: ({ cells }) =>
      priceFile.conflicts.has(normalKey(numberOf(cells) ?? ''))
        ? null
        : { outcome: 'skipped', id: 0, because: 'repeated', warnings: [] },
  }
}
