import { useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

type Props = {
  label: string
  /** A selector of the element that is focused first. */
  focus: string
  children: ReactNode
}

/** Covers the page and its dialogs, which keep their unsaved input. */
export const Cover = ({ label, focus, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const { current } = dialog
    if (current?.showModal) current.showModal()
    else current?.setAttribute('open', '')
    current?.querySelector<HTMLElement>(focus)?.focus()
  }, [focus])
  return createPortal(
    <dialog
      ref={dialog}
      aria-label={label}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-auto bg-canvas p-0 text-ink"
      onCancel={(event) => event.preventDefault()}
    >
      {children}
    </dialog>,
    document.getElementById('session') ?? document.body,
  )
}
