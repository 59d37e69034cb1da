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

/** What opened the first dialog: one that replaces it was opened by something that is gone when it closes. */
let firstOpener: HTMLElement | null = null

const goToContent = () => {
  if (document.activeElement !== document.body) return
  const target = firstOpener?.isConnected ? firstOpener : document.querySelector('main')
  target?.focus()
}

/** Also for a lazy dialog's first opening and for nested dialogs, where Headless UI does not return the focus. */
export const useFocusBack = () => {
  const [opener] = useState(() => openerOf(document))
  useEffect(() => {
    if (!(opener instanceof HTMLElement)) return undefined
    if (!opener.closest('[role=dialog]')) firstOpener = opener
    return () => {
      setTimeout(() => {
        if (!opener.isConnected) goToContent()
        else if (isLost(opener)) opener.focus()
      })
    }
  }, [opener])
}
