import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'

type SubmitProps = {
  text: string
  busyText?: string
  busy?: boolean
  isReady?: boolean
}

export const SubmitButton = ({ text, busyText, busy = false, isReady = true }: SubmitProps) => (
  <Button type="submit" look="primary" aria-disabled={busy} disabled={!busy && !isReady}>
    {busy && <Spinner />}
    {busy ? busyText : text}
  </Button>
)

export const DialogButtons = ({ onCancel, ...submit }: SubmitProps & { onCancel: () => void }) => (
  <div className="ml-auto flex gap-2">
    <Button onClick={onCancel} disabled={submit.busy ?? false}>
      Avbryt
    </Button>
    <SubmitButton {...submit} />
  </div>
)
