import type { PriceChange } from '#contracts/csv/answer.ts'
import type { Value } from '#contracts/fields.ts'
import type { Price } from '#contracts/pricing.ts'

const names = {
  costPrice: 'Kostpris',
  listPrice: 'Listepris',
  priceFactor: 'Prisfaktor',
  costPriceCurrency: 'Kostpris valuta',
  unit: 'Prisenhet',
} as const

const jump = 50
/** The marks of a decimal sign read wrongly. */
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

const shownAs = (key: keyof Price, value: string | number | null) =>
  value === null || key === 'unit' || key === 'costPriceCurrency' ? value : Number(value)

/** Of a first price what it costs: the amounts, and their currency unless it is the usual one. */
const firstPrice = (changes: Partial<Record<keyof Price, Value>>): readonly PriceChange[] =>
  (['costPrice', 'listPrice', 'costPriceCurrency'] as const).flatMap((key) => {
    const to = changes[key] ?? null
    return to === null || to === 'NOK'
      ? []
      : [change(names[key], null, shownAs(key, to as string | number))]
  })

/** What changes of a price, for the eye: old, new and how much. */
export const priceChanges = (
  before: Price | null,
  changes: Partial<Record<keyof Price, Value>>,
): readonly PriceChange[] => {
  if (!before) return firstPrice(changes)
  const keys = (Object.keys(names) as (keyof Price)[]).filter((key) => changes[key] !== undefined)
  const currencyChanges = keys.includes('costPriceCurrency')
  return keys.map((key) => {
    const one = change(
      names[key],
      shownAs(key, before[key]),
      shownAs(key, changes[key] as string | number | null),
    )
    if (key === 'unit' && !keys.includes('costPrice') && !keys.includes('listPrice'))
      return { ...one, warning: 'Beløpet er det samme, men gjelder en annen enhet' }
    // Amounts in two currencies are not compared.
    return currencyChanges && key === 'costPrice'
      ? { ...one, percent: null, warning: 'Valutaen endres også' }
      : one
  })
}
