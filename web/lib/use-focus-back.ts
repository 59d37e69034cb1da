import { useEffect, useState } from 'react'

/** Escape blurs its field before the dialog closes, so remember the last blurred element. */
let lastBlurred: EventTarget | null = null
document.addEventListener('focusout', ({ target }) => {
  lastBlurred = target
})

const isInToast = (element: EventTarget | null) =>
  element instanceof Element && element.closest('#toasts, [data-toasts]') !== null

/** Toasts go away with what is focused in them. */
let lastOutsideToasts: EventTarget | null = null
document.addEventListener('focusin', ({ target }) => {
  if (!isInToast(target)) lastOutsideToasts = target
})

const openerOf = ({ activeElement, body }: Document) => {
  if (isInToast(activeElement)) return lastOutsideToasts
  return activeElement === body ? lastBlurred : activeElement
}

const isNowhere = ({ activeElement, body }: Document) =>
  activeElement === body || isInToast(activeElement)

/** When a toast with the focus closes, Radix would leave the focus on an empty list. */
export const leaveToast = (): void => {
  if (!isInToast(document.activeElement)) return
  const place = lastOutsideToasts as HTMLElement | null
  ;(place?.isConnected ? place : document.querySelector('main'))?.focus({ preventScroll: true })
}

/** The header of another dialog may keep the focus: that dialog replaces this one. */
const isLost = (opener: HTMLElement): boolean => {
  const { activeElement } = document
  if (!activeElement?.matches('[data-dialog-head]')) return isNowhere(document)
  return activeElement.closest('[role=dialog]')!.contains(opener)
}

/** What opened the first dialog: one that replaces it was opened by something that is gone when it closes. */
let firstOpener: HTMLElement | null = null

export const focusContent = (): void => document.querySelector('main')?.focus()

const goOn = () => {
  if (!isNowhere(document)) return
  if (firstOpener?.isConnected) firstOpener.focus()
  else focusContent()
}

/** Also for a lazy dialog's first opening and for nested dialogs, where Headless UI does not return the focus. */
export const useFocusBack = () => {
  const [opener] = useState(() => openerOf(document))
  useEffect(() => {
    // None of a dialog that the address opened.
    const from = opener instanceof HTMLElement ? opener : null
    if (!from?.closest('[role=dialog], dialog')) firstOpener = from
    return () => {
      setTimeout(() => {
        if (!from?.isConnected) goOn()
        else if (isLost(from)) from.focus()
      })
    }
  }, [opener])
}
