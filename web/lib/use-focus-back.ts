import { useEffect, useState } from 'react'

/** Escape blurs its field before the dialog closes, so remember the last blurred element. */
let lastBlurred: EventTarget | null = null
document.addEventListener('focusout', ({ target }) => {
  lastBlurred = target
})

const openerOf = ({ activeElement, body }: Document) =>
  activeElement === body ? lastBlurred : activeElement

/** The header of another dialog may keep the focus: that dialog replaces this one. */
const isLost = (opener: HTMLElement): boolean => {
  const { activeElement } = document
  if (!activeElement?.matches('[data-dialog-head]')) return activeElement === document.body
  return activeElement.closest('[role=dialog]')!.contains(opener)
}

const goToContent = () => {
  if (document.activeElement === document.body) document.querySelector('main')?.focus()
}

/** Also for a lazy dialog's first opening and for nested dialogs, where Headless UI does not return the focus. */
export const useFocusBack = () => {
  const [opener] = useState(() => openerOf(document))
  useEffect(
    () => () => {
      setTimeout(() => {
        if (!(opener instanceof HTMLElement)) return
        if (!opener.isConnected) goToContent()
        else if (isLost(opener)) opener.focus()
      })
    },
    [opener],
  )
}
