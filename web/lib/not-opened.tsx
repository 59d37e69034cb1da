import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'

type Props = { text: string; busy: boolean; onRetry: () => void; onClose: () => void }

/** In the place of a dialog whose code, that of dialogs included, could not be loaded. */
export const NotOpened = ({ text, busy, onRetry, onClose }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal?.(), [])
  return createPortal(
    <dialog
      ref={dialog}
      aria-label="Vinduet kunne ikke åpnes"
      className="m-auto max-w-md rounded-lg bg-surface p-5 text-ink shadow-floating backdrop:bg-scrim"
      onClose={onClose}
    >
      <h2 className="text-lg font-semibold">Vinduet kunne ikke åpnes</h2>
      <p role="alert" className="mt-1 mb-4">
        {text}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Lukk</Button>
        <Button look="primary" aria-disabled={busy} onClick={onRetry}>
          Prøv igjen
        </Button>
      </div>
    </dialog>,
    document.body,
  )
}
