import type { Currency } from '#contracts/pricing.ts'
import { day, money, shortDay } from './format.ts'

type Props = { validFrom: string; amount: number | null; currency: Currency }

export const comingText = ({ validFrom, amount, currency }: Props): string =>
  `Fra ${day(validFrom)}: ${amount === null ? 'ingen pris' : money(amount, currency)}`

/** What holds next, in small under what holds now: short, since columns of prices are narrow. */
export const ComingPrice = ({ validFrom, amount, currency }: Props) => (
  <span
    className="block truncate text-xs text-muted"
    title={comingText({ validFrom, amount, currency })}
  >
    <span className="sr-only">Fra </span>
    {shortDay(validFrom)}: {amount === null ? 'ingen pris' : money(amount, currency)}
  </span>
)
