import { useId, useState, useTransition } from 'react'
import { osloDay } from '#contracts/days.ts'
import { messageOf } from '../lib/api-error.ts'
import { asOf, isInstantOrDay, showAsOf } from '../lib/as-of.ts'
import { Dialog } from '../lib/dialog.tsx'
import { DialogButtons } from '../lib/dialog-buttons.tsx'
import { LabelledInput } from '../lib/labelled.tsx'
import { Problem } from '../lib/alert.tsx'

/** As the fields have them. The date and time of an instant are those of the reader's clock, as everywhere. */
const fieldsOf = (shown: string | null): { day: string; time: string } => {
  if (shown === null || !isInstantOrDay(shown)) return { day: '', time: '' }
  if (!shown.includes('T')) return { day: shown, time: '' }
  const at = new Date(shown)
  return { day: at.toLocaleDateString('sv-SE'), time: at.toLocaleTimeString('sv-SE') }
}

const useInstant = () => {
  const [shown] = useState(() => fieldsOf(asOf()))
  const [day, setDay] = useState(shown.day)
  const [time, setTime] = useState(shown.time)
  const [problem, setProblem] = useState('')
  const [busy, startTransition] = useTransition()
  const show = async (instant: string) => {
    try {
      await showAsOf(instant)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const submit = () => {
    const instant = new Date(`${day}T${time || '00:00'}`)
    if (Number.isNaN(instant.getTime())) setProblem('Velg en dato')
    else if (instant > new Date()) setProblem('Velg en dato som har vært')
    else startTransition(() => show(time ? instant.toISOString() : day))
  }
  return { day, setDay, time, setTime, problem, busy, submit }
}

export const AsOfDialog = ({ onClose }: { onClose: () => void }) => {
  const { day, setDay, time, setTime, problem, busy, submit } = useInstant()
  const [today] = useState(() => osloDay())
  const id = useId()
  return (
    <Dialog
      title="Vis per dato"
      description="Alle skjermbilder viser det som var registrert da: navn, priser, lister og stykklister."
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      busy={busy}
      footer={<DialogButtons text="Vis" busyText="Viser..." busy={busy} onCancel={onClose} />}
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
