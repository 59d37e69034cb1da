import { osloDay } from '#contracts/days.ts'
import { createContext, useContext, useId, useState } from 'react'

/** The day that a stykkliste is shown as of; none is today. */
export const AsOf = createContext('')

export const asOfPath = (path: string, day: string): string =>
  day ? `${path}${path.includes('?') ? '&' : '?'}asOf=${day}` : path

/** Paths as of the day that is shown. */
export const usePathsThen = () => {
  const day = useContext(AsOf)
  return (path: string): string => asOfPath(path, day)
}

/** While a year is typed it is any year. */
const earliest = '2000-01-01'
const today = (): string => osloDay()

type Props = { label: string; value: string; onChange: (day: string) => void }

/** A day, up to today; none is today. */
export const DayField = ({ label, value, onChange }: Props) => {
  const [text, setText] = useState(value)
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <input
        id={id}
        type="date"
        className="h-9 rounded-md border border-line-strong/50 bg-surface px-2"
        min={earliest}
        max={today()}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          if (!target.value || target.value >= earliest) onChange(target.value)
        }}
      />
    </div>
  )
}
