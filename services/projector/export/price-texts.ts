import type { ComingCost } from '#contracts/assembly/cost-answers.ts'
import { decimalOf } from '#contracts/decimal.ts'

const plain = (value: number | string): string => decimalOf(value).replace('.', ',')

type Offer = {
  readonly supplier: string
  readonly supplierArticlenumber: string | null
  readonly price: { amount: number | string; currency: string; unit: string } | null
  readonly minimumOrder: number | null
  readonly leadTime: number | null
}

export const offerText = (offer: Offer): string => {
  const { supplier, supplierArticlenumber, price, minimumOrder, leadTime } = offer
  const terms = [
    supplierArticlenumber,
    price && `${plain(price.amount)} ${price.currency} per ${price.unit}`,
    minimumOrder !== null && `minst ${plain(minimumOrder)}`,
    leadTime !== null && `${plain(leadTime)} ${leadTime === 1 ? 'dag' : 'dager'}`,
  ].filter(Boolean)
  return [supplier, terms.join(', ')].filter(Boolean).join(': ')
}

export const comingText = (coming: ComingCost | null): string | null => {
  if (!coming) return null
  const { validFrom, costPrice, costPriceCurrency, unit } = coming
  const price =
    costPrice === null ? 'ingen' : `${plain(costPrice)} ${costPriceCurrency} per ${unit}`
  return `${price} fra ${validFrom}`
}
