import { useState, type ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'

type Props = Omit<ButtonProps, 'onClick'> & {
  preload: () => void
  dialog: (close: () => void) => ReactNode
}

export const DialogButton = ({ preload, dialog, ...button }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        onClick={() => setIsOpen(true)}
        onPointerEnter={preload}
        onFocus={preload}
        {...button}
      />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  )
}
