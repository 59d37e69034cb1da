import { useEffect, useState } from 'react'

/** Escape takes the focus from its field before it asks a dialog to close. */
let lastBlurred: EventTarget | null = null
document.addEventListener('focusout', ({ target }) => {
  lastBlurred = target
})

const openerOf = ({ activeElement, body }: Document) =>
  activeElement === body ? lastBlurred : activeElement

/** Nowhere, or at the title of the dialog that the opener is in; at that of one that follows, it is in its place. */
const isLost = (opener: HTMLElement): boolean => {
  const { activeElement } = document
  if (!activeElement?.matches('[data-dialog-head]')) return activeElement === document.body
  return activeElement.closest('[role=dialog]')!.contains(opener)
}

/**
 * Gives the focus back to where a dialog was opened from. Dialogs do so themselves, but not the first of
 * its kind, whose code was not there yet to see where the focus was; nor one over another, which takes it to its title.
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
