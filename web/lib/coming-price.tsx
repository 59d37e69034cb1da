import type { Currency } from '#contracts/pricing.ts'
import { day, fixed, money, shortDay } from './format.ts'

type Coming = { validFrom: string; amount: number | null; currency: Currency }

export const comingText = ({ validFrom, amount, currency }: Coming): string =>
  `Fra ${day(validFrom)}: ${amount === null ? 'ingen pris' : money(amount, currency)}`

type Props = { coming: Coming; currencyNow: Currency | undefined }

/** The coming price, in short form because price columns are narrow. */
export const ComingPrice = ({ coming, currencyNow }: Props) => {
  const { validFrom, amount, currency } = coming
  const text = (value: number) =>
    currency === currencyNow ? fixed(value, 2) : money(value, currency)
  return (
    <span className="block text-xs text-muted" title={comingText(coming)}>
      <span className="sr-only">Fra </span>
      {shortDay(validFrom)}: {amount === null ? 'ingen pris' : text(amount)}
    </span>
  )
}
