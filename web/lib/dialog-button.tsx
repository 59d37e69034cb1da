import { useState, type ComponentProps, type ComponentType, type ElementType } from 'react'
import { Button } from './button.tsx'
import { useAddressAction } from './use-address-action.ts'

type Closed = { onClose: () => void }
type Props<P extends Closed, Opener extends ElementType> = ComponentProps<Opener> & {
  /** Another look of the button. */
  as?: Opener
  dialog: ComponentType<P> & { readonly preload?: () => void }
  /** An action in the address that opens it. */
  action?: string
  with: Omit<P, 'onClose'>
}

/** Opens a dialog, and loads the code of a lazy one before. */
export const DialogButton = <P extends Closed, Opener extends ElementType = typeof Button>({
  as,
  dialog: Dialog,
  with: shown,
  action = '',
  ...button
}: Props<P, Opener>) => {
  const [isOpen, setIsOpen] = useState(false)
  useAddressAction(action, () => setIsOpen(true))
  const Opening: ElementType = as ?? Button
  return (
    <>
      <Opening
        onClick={() => setIsOpen(true)}
        onPointerEnter={Dialog.preload}
        onFocus={Dialog.preload}
        {...button}
      />
      {isOpen && <Dialog {...({ ...shown, onClose: () => setIsOpen(false) } as P)} />}
    </>
  )
}
