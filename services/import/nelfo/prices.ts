import type { Value } from '#contracts/fields.ts'
import { isSameUnit } from '#contracts/units.ts'
import { hasAmounts, type Known } from '../csv/differences.ts'
import type { Fault, Item } from './item.ts'
import type { NelfoHeader, PriceType } from './header.ts'
import type { PriceFileOptions } from '#contracts/csv/options.ts'
import { amountOf, type PricedFor } from './units.ts'

export type Prices = ReadonlyMap<string, Value>

const unitOf = (known: Known | null): string => {
  if (known === null) return ''
  return hasAmounts(known) ? known.price!.unit : String(known.values['unit'] ?? '')
}

/** The quantity of the price in the component's unit, or in the file's unit if the component has none. */
const inUnit = (item: Item, unit: string): PricedFor | null => {
  if (unit === '') return item.counted ?? item.stated
  if (item.counted && isSameUnit(item.counted.unit, unit)) return item.counted
  return isSameUnit(item.stated.unit, unit) ? item.stated : null
}

const priceTypeOf = (
  item: Item,
  head: NelfoHeader,
  { priceType }: PriceFileOptions,
): PriceType | null => {
  if (item.priceType !== null) return item.priceType
  if (priceType !== 'file') return priceType
  // A catalogue has list prices; an offer may have either.
  return head.kind === 'V' ? 'B' : null
}

/** A gross price is the list price, and the cost after discount; a net price is the cost. */
const amountsOf = (item: Item, type: PriceType, of: PricedFor): Map<string, Value> => {
  const undiscounted = amountOf(item.øre, of)
  if (type === 'N') return new Map([['pricing.costPrice', undiscounted]])
  return new Map([
    ['pricing.listPrice', undiscounted],
    ...(item.discount > 0n
      ? [['pricing.costPrice', amountOf(item.øre, of, item.discount)] as const]
      : []),
  ])
}

const staysIn = (known: Known | null, currency: string, amounts: Prices): string | null => {
  const price = known?.price
  if (!price || price.costPriceCurrency === currency) return null
  const stays =
    (price.costPrice !== null && !amounts.has('pricing.costPrice')) ||
    (price.listPrice !== null && !amounts.has('pricing.listPrice'))
  return stays ? price.costPriceCurrency : null
}

/** The component's new price. Anything doubtful is a fault, never a guess. */
export const pricesOf = (
  item: Item,
  head: NelfoHeader,
  known: Known | null,
  options: PriceFileOptions,
): Prices | Fault => {
  const type = priceTypeOf(item, head, options)
  if (type === null)
    return {
      field: 'Pristype',
      message: 'Pristypen mangler. Velg om slike priser er brutto eller netto',
    }
  const unit = unitOf(known)
  const of = inUnit(item, unit)
  if (of === null) {
    const units = [item.stated, item.counted].flatMap((one) => one?.unit ?? [])
    return {
      field: 'PrisEnhet',
      message: `Filen har pris per ${[...new Set(units)].join(' eller ')}, men komponenten per ${unit}. Rett enheten på komponenten, eller prisen for hånd`,
    }
  }
  const amounts = amountsOf(item, type, of)
  if ([...amounts.values()].includes(0))
    return { field: 'Pris', message: `Prisen blir 0 per ${of.unit}` }
  const stays = staysIn(known, head.currency, amounts)
  if (stays !== null)
    return {
      field: 'Pris',
      message: `Komponenten har en pris i ${stays}, og filen er i ${head.currency}. De kan ikke stå sammen`,
    }
  amounts.set('pricing.costPriceCurrency', head.currency)
  if (known === null || !hasAmounts(known)) amounts.set('pricing.unit', unit || of.unit)
  return amounts
}
