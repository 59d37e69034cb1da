import type { Alternative, PurchaseTotal, Purchasing } from '#contracts/purchasing/answer.ts'
import { costMoney, count, counted, deliveryTexts, exactMoney } from '../lib/format.ts'
import type { Line } from './order.ts'

/** All decimals, such as '1 500,00 kr'. */
export const priceText = ({ price: own }: Pick<Line, 'price'>): string =>
  own ? exactMoney(own.amount, own.currency) : ''

/** For example '39,90 kr per stk · minst 100 · 21 dager'. */
export const alternativeText = (other: Alternative): string =>
  [`${priceText(other)} per ${other.price.unit}`, ...deliveryTexts(other)].join(' · ')

export const sumText = ({ price: own, sum }: Line): string =>
  own && sum !== null ? costMoney(sum, own.currency) : '–'

export const totalText = (totals: readonly PurchaseTotal[]): string =>
  totals.map(({ currency, cost }) => costMoney(cost, currency)).join(' + ') || costMoney(0)

export const assembliesText = (assemblies: Purchasing['assemblies']): string =>
  assemblies.map(({ name, times }) => `${count(times)} × ${name}`).join(', ')

export const linesText = (lines: number): string => counted(lines, 'linje', 'linjer')

const parts = (many: number) => counted(many, 'del', 'deler')

/** For example '2 deler mangler leverandør · 1 del mangler kostpris'; '' if nothing is missing. */
export const missingText = ({ missing: { supplier, price, unit } }: Purchasing): string =>
  [
    supplier > 0 && `${parts(supplier)} mangler leverandør`,
    price > 0 && `${parts(price)} mangler kostpris`,
    unit > 0 && `${parts(unit)} har pris i en enhet som ikke kan regnes om`,
  ]
    .filter(Boolean)
    .join(' · ')
