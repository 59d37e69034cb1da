import { CalendarOff, GitCompareArrows } from 'lucide-react'
import { useId } from 'react'
import { asOf, isDay, noDate, notAllowed } from '../../lib/as-of.ts'
import { Button } from '../../lib/button.tsx'
import { DialogButton } from '../../lib/dialog-button.tsx'
import { date } from '../../lib/format.ts'
import { Notice } from '../../lib/notice.tsx'
import { useAddressParameter } from '../../lib/open-record.ts'
import { useMay } from '../../session/session.ts'
import type { Assembly } from '../shared/assembly.ts'
import { DayField, type Days } from './as-of.tsx'
import { CompareDialog } from './compare-dialog.tsx'

/** The days in the address. If the whole app shows the past, that instant replaces `day`. */
export const useDays = () => {
  const [askedDay, setDay] = useAddressParameter('day')
  const [priceDay, setPriceDay] = useAddressParameter('priceDay')
  const isNow = asOf() === null
  const days: Days = { day: isNow ? askedDay : '', priceDay }
  const may = useMay('history')
  const showToday = () => {
    setDay('')
    setPriceDay('')
  }
  const asked = [days.day, days.priceDay].filter(Boolean)
  const wrong = asked.find((text) => !isDay(text))
  const refusal = !may && asked.length > 0 ? notAllowed : wrong && noDate(wrong)
  return { days, setDay, setPriceDay, showToday, mayChoose: may && isNow && !wrong, refusal }
}
type DayBarProps = Pick<ReturnType<typeof useDays>, 'days' | 'setDay' | 'setPriceDay'> & {
  assembly: Assembly
}

const shownText = ({ day, priceDay }: Days): string =>
  [day && `Slik den var ${date(day)}`, priceDay && `Priser per ${date(priceDay)}`]
    .filter(Boolean)
    .join('. ')

export const DayBar = ({ days, setDay, setPriceDay, assembly }: DayBarProps) => {
  const hint = useId()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-2">
      <DayField hint={hint} label="Per dato" value={days.day} onChange={setDay} />
      <DayField
        coming
        hint={hint}
        label="Priser per"
        value={days.priceDay}
        onChange={setPriceDay}
      />
      <DialogButton
        className="max-sm:disabled:hidden"
        icon={<GitCompareArrows />}
        disabled={!days.day && !days.priceDay}
        dialog={CompareDialog}
        with={{ assembly, since: days }}
      >
        Sammenlign med i dag
      </DialogButton>
      <output className="text-sm text-warning">{shownText(days)}</output>
      <p id={hint} className={`text-xs text-muted ${days.day || days.priceDay ? 'sr-only' : ''}`}>
        «Per dato» viser alt slik det var registrert den dagen. «Priser per» bytter bare prisene,
        til dem som gjelder den dagen.
      </p>
    </div>
  )
}

type RefusedProps = { why: string; onToday: () => void }

export const Refused = ({ why, onToday }: RefusedProps) => (
  <div className="p-5">
    <Notice icon={<CalendarOff />} title={why}>
      <Button onClick={onToday}>Vis i dag</Button>
    </Notice>
  </div>
)
