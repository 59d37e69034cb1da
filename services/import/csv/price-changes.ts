import type { PriceChange } from '#contracts/csv/answer.ts'
import type { Value } from '#contracts/fields.ts'
import { defaultPrice, type Price } from '#contracts/pricing.ts'
import { isSamePart } from './differences.ts'

const shownNames = {
  costPrice: 'Kostpris',
  listPrice: 'Listepris',
  priceFactor: 'Prisfaktor',
  costPriceCurrency: 'Kostpris valuta',
  unit: 'Prisenhet',
} as const

const jump = 50
const powers = [10, 100, 1000]
const isNear = (ratio: number, power: number) => Math.abs(ratio / power - 1) < 0.001

const warningFor = (from: number, to: number, percent: number): string | null => {
  for (const power of powers) {
    if (isNear(to / from, power)) return `Nøyaktig ${power} ganger så mye: er desimaltegnet riktig?`
    if (isNear(from / to, power)) return `Nøyaktig en ${power}-del: er desimaltegnet riktig?`
  }
  return Math.abs(percent) > jump ? `Endres med mer enn ${jump} %` : null
}

const change = (
  what: PriceChange['what'],
  from: string | number | null,
  to: string | number | null,
): PriceChange => {
  if (typeof from !== 'number' || typeof to !== 'number' || from === 0 || what === 'Prisfaktor')
    return { what, from, to, percent: null, warning: null }
  const percent = Math.round(((to - from) / from) * 1_000) / 10
  return { what, from, to, percent, warning: warningFor(from, to, percent) }
}

/** Of a first price what is not the default: amounts and currency, or if these are, the factor and the unit. */
const reportedKeys = (before: Price | null, changes: Partial<Record<keyof Price, Value>>) => {
  const all = (Object.keys(shownNames) as (keyof Price)[]).filter((key) => key in changes)
  if (before) return all
  const different = all.filter((key) => !isSamePart(defaultPrice, key, changes[key]!))
  const amounts = different.filter((key) => key !== 'priceFactor' && key !== 'unit')
  return amounts.length > 0 ? amounts : different
}

export const priceChanges = (
  before: Price | null,
  changes: Partial<Record<keyof Price, Value>>,
): readonly PriceChange[] => {
  const keys = reportedKeys(before, changes)
  return keys.map((key) => {
    const shown = (value: Value | undefined) =>
      value === null || key === 'unit' || key === 'costPriceCurrency'
        ? (value as string | null)
        : Number(value)
    const one = change(shownNames[key], before && shown(before[key]), shown(changes[key]))
    if (before && key === 'unit' && !keys.includes('costPrice') && !keys.includes('listPrice'))
      return { ...one, warning: 'Beløpet er det samme, men gjelder en annen enhet' }
    // Amounts in different currencies cannot be compared.
    return before && key === 'costPrice' && keys.includes('costPriceCurrency')
      ? { ...one, percent: null, warning: 'Valutaen endres også' }
      : one
  })
}

/**
 * True if an existing price moves by more than the percentage, rounded as shown. A cleared price, or one with a new
 * currency or unit, cannot be compared and always counts.
 */
export const movesBeyond = (changes: readonly PriceChange[], most: number): boolean =>
  changes.some(({ what, from, percent }) => {
    if (what === 'Prisfaktor' || from === null || from === 0) return false
    return percent === null || Math.abs(percent) > most
  })
