import { useEffect, type RefObject } from 'react'

const delay = 100

/** Focuses the first field a moment after the form has appeared. */
export const useFirstField = (body: RefObject<HTMLElement | null>, ready = true): void => {
  useEffect(() => {
    if (!ready) return undefined
    const timer = setTimeout(() => {
      const first = 'input:not([type=hidden]):not(:disabled), textarea, select'
      // Whoever was quicker and is already typing somewhere, or using the form, stays there.
      const { activeElement } = document
      if (!activeElement?.matches('input, textarea') && !body.current?.contains(activeElement))
        body.current?.querySelector<HTMLElement>(first)?.focus()
    }, delay)
    return () => clearTimeout(timer)
  }, [body, ready])
}
