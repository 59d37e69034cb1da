import { useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import type { LazyDialog } from './lazy-dialog.tsx'
import { useAddressAction } from './use-address-action.ts'

type Closed = { onClose: () => void }
type Props<P extends Closed> = ButtonProps & {
  dialog: LazyDialog<P>
  /** An action in the address that opens it. */
  action?: string
  /** What the dialog shows. */
  with: Omit<P, 'onClose'>
}

/** Opens a dialog, and loads its code before. */
export const DialogButton = <P extends Closed>({
  dialog: Dialog,
  with: shown,
  action = '',
  ...button
}: Props<P>) => {
  const [isOpen, setIsOpen] = useState(false)
  useAddressAction(action, () => setIsOpen(true))
  return (
    <>
      <Button
        onClick={() => setIsOpen(true)}
        onPointerEnter={Dialog.preload}
        onFocus={Dialog.preload}
        {...button}
      />
      {isOpen && <Dialog {...({ ...shown, onClose: () => setIsOpen(false) } as P)} />}
    </>
  )
}
