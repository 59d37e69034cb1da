import { defaultPrice } from '#contracts/catalogue/price.ts'
import type { PriceChange } from '#contracts/price-history.ts'
import { viaText } from '#contracts/via-text.ts'
import { dateTime, day, exactMoney } from '../lib/format.ts'

export const priceKinds = { costPrice: 'Kostpris', salesPrice: 'Salgspris', listPrice: 'Listepris' }
export type PriceKind = keyof typeof priceKinds
export const kindsOfPrice = Object.keys(priceKinds) as PriceKind[]

/** For example '1 234,50 kr' or '0,1234 EUR'; «–» without a price. */
export const amountText = ({ to }: PriceChange, kind: PriceKind): string => {
  const value = to?.[kind] ?? null
  if (to === null || value === null) return '–'
  return exactMoney(value, to.costPriceCurrency)
}

/** The price unit is not worth a word where all prices are per `stk`. */
export const hasOtherUnits = (units: readonly string[]): boolean =>
  units.some((unit) => unit !== defaultPrice.unit)

/** Such as 'Prisfil nordlys.txt linje 12 fra Nordlys Elektro AS'; null if it was typed in a form. */
export const sourceText = ({ source, via }: PriceChange): string | null => {
  if (via.kind === 'form') return null
  return source ? `${viaText(via)} fra ${source.seller}` : viaText(via)
}

/** For example 'nattjobb (nå per.hansen)'. */
export const userText = ({ user, userNow }: PriceChange): string =>
  userNow === null ? user : `${user} (nå ${userNow})`

const fromText = ({ validFrom, withdrawn }: PriceChange): string => {
  if (validFrom === null) return ''
  return withdrawn
    ? `, prisen fra ${day(validFrom)} tatt tilbake`
    : `, gjelder fra ${day(validFrom)}`
}

/** A change as one sentence, for screen readers of the chart. */
export const changeText = (change: PriceChange): string => {
  const who = `${dateTime(change.at)}, ${userText(change)}${fromText(change)}`
  if (change.to === null) return `${who}: slettet`
  const prices = kindsOfPrice.map(
    (kind) => `${priceKinds[kind].toLowerCase()} ${amountText(change, kind)}`,
  )
  const per = hasOtherUnits([change.to.unit]) ? ` per ${change.to.unit}` : ''
  return `${who}: ${prices.join(', ')}${per}`
}
