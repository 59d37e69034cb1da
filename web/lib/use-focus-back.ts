import { useEffect, useState } from 'react'

/** Escape blurs its field before the dialog closes, so remember the last blurred element. */
let lastBlurred: EventTarget | null = null
document.addEventListener('focusout', ({ target }) => {
  lastBlurred = target
})

const openerOf = ({ activeElement, body }: Document) =>
  activeElement === body ? lastBlurred : activeElement

/**
 * True if the body has the focus, or the header of the opener's own dialog. The header of another dialog may keep it:
 * that dialog replaces this one.
 */
const isLost = (opener: HTMLElement): boolean => {
  const { activeElement } = document
  if (!activeElement?.matches('[data-dialog-head]')) return activeElement === document.body
  return activeElement.closest('[role=dialog]')!.contains(opener)
}

/**
 * Returns the focus to the element that opened a dialog. Headless UI does that too, but not for a lazy dialog's first
 * opening, and for nested dialogs it focuses the parent's header.
 */
export const useFocusBack = () => {
  const [opener] = useState(() => openerOf(document))
  useEffect(
    () => () => {
      setTimeout(() => {
        if (opener instanceof HTMLElement && opener.isConnected && isLost(opener)) opener.focus()
      })
    },
    [opener],
  )
}
