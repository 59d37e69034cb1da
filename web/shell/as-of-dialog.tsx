import { useId, useState } from 'react'
import { osloDay } from '#contracts/days.ts'
import { asOf, showAsOf } from '../lib/as-of.ts'
import { Dialog } from '../lib/dialog.tsx'
import { DialogButtons } from '../lib/dialog-buttons.tsx'
import { LabelledInput } from '../lib/labelled.tsx'
import { Problem } from '../lib/alert.tsx'

const useInstant = () => {
  const shown = asOf()
  const [day, setDay] = useState(() =>
    shown === null || Number.isNaN(Date.parse(shown)) ? '' : osloDay(shown),
  )
  const [time, setTime] = useState('')
  const [problem, setProblem] = useState('')
  const submit = () => {
    const instant = new Date(`${day}T${time || '00:00'}`)
    if (Number.isNaN(instant.getTime())) setProblem('Velg en dato')
    else if (instant > new Date()) setProblem('Velg en dato som har vært')
    else showAsOf(time ? instant.toISOString() : day)
  }
  return { day, setDay, time, setTime, problem, submit }
}

export const AsOfDialog = ({ onClose }: { onClose: () => void }) => {
  const { day, setDay, time, setTime, problem, submit } = useInstant()
  const [today] = useState(() => osloDay())
  const id = useId()
  return (
    <Dialog
      title="Vis per dato"
      description="Alle skjermbilder viser det som var registrert da: navn, priser, lister og stykklister."
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      footer={<DialogButtons text="Vis" onCancel={onClose} />}
    >
      <div className="flex flex-col gap-4 px-5 py-4">
        <LabelledInput
          label="Dato"
          type="date"
          max={today}
          value={day}
          onChange={setDay}
          aria-invalid={problem !== ''}
          aria-describedby={problem ? `${id}-problem` : undefined}
        />
        <LabelledInput
          label="Klokkeslett (valgfritt)"
          type="time"
          value={time}
          onChange={setTime}
          aria-describedby={`${id}-time`}
        />
        <p id={`${id}-time`} className="text-sm text-muted">
          Uten klokkeslett vises alt slik det var da dagen var slutt.
        </p>
        <Problem id={`${id}-problem`} text={problem} />
      </div>
    </Dialog>
  )
}
