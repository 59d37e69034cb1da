import type { Currency } from '#contracts/pricing.ts'
import { day, money } from './format.ts'

type Props = { validFrom: string; amount: number | null; currency: Currency }

export const comingText = ({ validFrom, amount, currency }: Props): string =>
  `Fra ${day(validFrom)}: ${amount === null ? 'ingen pris' : money(amount, currency)}`

/** What holds next, in small under what holds now. */
export const ComingPrice = (props: Props) => (
  <span className="block truncate text-xs text-muted" title={comingText(props)}>
    {comingText(props)}
  </span>
)
