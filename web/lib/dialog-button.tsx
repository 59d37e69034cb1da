import { useState, type ComponentType } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { useAddressAction } from './use-address-action.ts'

type Closed = { onClose: () => void }
type Props<P extends Closed> = ButtonProps & {
  dialog: ComponentType<P> & { readonly preload?: () => void }
  /** An action in the address that opens it. */
  action?: string
  with: Omit<P, 'onClose'>
}

/** Opens a dialog, and loads the code of a lazy one before. */
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
