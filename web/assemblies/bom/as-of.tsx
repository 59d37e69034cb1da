import { osloDay } from '#contracts/days.ts'
import { createContext, use, useState } from 'react'
import { Labelled } from '../../lib/labelled.tsx'

/** The day that a stykkliste is shown as of, and the day whose prices it is shown with; '' is today. */
export type Days = { readonly day: string; readonly priceDay: string }

export const AsOf = createContext<Days>({ day: '', priceDay: '' })

export const asOfPath = (path: string, { day, priceDay }: Days): string => {
  const query = new URLSearchParams({
    ...(day && { asOf: day }),
    ...(priceDay && { validOn: priceDay }),
  })
  return query.size > 0 ? `${path}${path.includes('?') ? '&' : '?'}${query.toString()}` : path
}

/** Paths as of the days that are shown. */
export const usePathsThen = () => {
  const days = use(AsOf)
  return (path: string): string => asOfPath(path, days)
}

/** While a year is typed it is any year. */
const earliest = '2000-01-01'

type Props = {
  label: string
  value: string
  onChange: (day: string) => void
  /** Also a day to come. */
  coming?: boolean
}

/** A day; none is today. */
export const DayField = ({ label, value, onChange, coming = false }: Props) => {
  const [text, setText] = useState(value)
  return (
    <Labelled
      label={label}
      place="beside"
      className="max-sm:flex-1 max-sm:flex-col max-sm:items-stretch max-sm:gap-0"
    >
      <input
        type="date"
        className="h-9 rounded-md border border-line-strong/50 bg-surface px-2"
        min={earliest}
        {...(!coming && { max: osloDay() })}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          if (!target.value || target.value >= earliest) onChange(target.value)
        }}
      />
    </Labelled>
  )
}
