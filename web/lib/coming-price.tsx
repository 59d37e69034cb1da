import type { Currency } from '#contracts/pricing.ts'
import { day, fixed, money, shortDay } from './format.ts'

type Coming = { validFrom: string; costPriceCurrency: Currency }
type Amount = number | null

export const comingText = ({ validFrom, costPriceCurrency }: Coming, amount: Amount): string =>
  `Fra ${day(validFrom)}: ${amount === null ? 'ingen pris' : money(amount, costPriceCurrency)}`

type Props = { coming: Coming; amount: Amount; currencyNow: Currency | undefined }

/** The coming price, in short form because price columns are narrow. */
export const ComingPrice = ({ coming, amount, currencyNow }: Props) => {
  const { validFrom, costPriceCurrency: currency } = coming
  const text = (value: number) =>
    currency === currencyNow ? fixed(value, 2) : money(value, currency)
  return (
    <span className="block text-xs text-muted" title={comingText(coming, amount)}>
      <span className="sr-only">Fra </span>
      {shortDay(validFrom)}: {amount === null ? 'ingen pris' : text(amount)}
    </span>
  )
}
