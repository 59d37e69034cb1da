import { osloDay } from '#contracts/days.ts'
import { CalendarOff } from 'lucide-react'
import { createContext, use, useState } from 'react'
import { date } from '../../lib/format.ts'
import { Labelled } from '../../lib/labelled.tsx'
import { Empty } from '../../lib/loaded.tsx'
import { withQuery } from '../../lib/with-query.ts'

/** The day of the contents and the day of the prices; '' is today. */
export type Days = { readonly day: string; readonly priceDay: string }

type Shown = Days & { readonly createdAt?: string }

export const AsOf = createContext<Shown>({ day: '', priceDay: '' })

export const asOfPath = (path: string, { day, priceDay }: Days): string =>
  withQuery(path, { asOf: day, validOn: priceDay })

export const useAsOfPath = () => {
  const days = use(AsOf)
  return (path: string): string => asOfPath(path, days)
}

type AbsentProps = { day: string; assembly: string; createdAt: string | undefined }

export const Absent = ({ day, assembly, createdAt }: AbsentProps) => {
  const created = createdAt && osloDay(createdAt)
  return (
    <Empty icon={<CalendarOff />}>
      {assembly} fantes ikke {date(day)}
      {created && created > day && `. Den ble opprettet ${date(created)}`}
    </Empty>
  )
}

/** What a stykkliste shows instead of a 404: its assembly exists today, so it was made after the day. */
export const useAbsent = () => {
  const { day, createdAt } = use(AsOf)
  return day && <Absent day={day} assembly="Sammenstillingen" createdAt={createdAt} />
}

/** Ignores years such as 0002, which the field reports while a year is being typed. */
const earliest = '2000-01-01'

type Props = {
  label: string
  value: string
  onChange: (day: string) => void
  /** Allows days in the future. */
  coming?: boolean
  /** The id of an explanation. */
  hint?: string
}

/** Empty means today. */
export const DayField = ({ label, value, onChange, coming = false, hint }: Props) => {
  const [text, setText] = useState(value)
  return (
    <Labelled
      label={label}
      place="beside"
      className="max-sm:flex-1 max-sm:flex-col max-sm:items-stretch max-sm:gap-0"
    >
      <input
        type="date"
        aria-describedby={hint}
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
