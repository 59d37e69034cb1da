import { useEffect, useState } from 'react'

/** Escape takes the focus from its field before it asks a dialog to close. */
let left: EventTarget | null = null
document.addEventListener('focusout', ({ target }) => {
  left = target
})

const openerOf = ({ activeElement, body }: Document) =>
  activeElement === body ? left : activeElement

/**
 * Gives the focus back to where a dialog was opened from. Dialogs do so themselves, but not the first of
 * its kind, whose code was not there yet to see where the focus was; nor one over another, which takes it to its title.
 */
export const useFocusBack = () => {
  const [opener] = useState(() => openerOf(document))
  useEffect(
    () => () => {
      setTimeout(() => {
        const isLost = document.activeElement?.matches('body, [data-dialog-head]')
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
      })
    },
    [opener],
  )
}
