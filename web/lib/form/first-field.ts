import { useEffect, type RefObject } from 'react'

const delay = 100

/** Focuses the first field a moment after the form has appeared. */
export const useFirstField = (body: RefObject<HTMLElement | null>, ready = true): void => {
  useEffect(() => {
    if (!ready) return undefined
    const timer = setTimeout(() => {
      const first = 'input:not([type=hidden]):not(:disabled), textarea, select'
      // Whoever was quicker and is already typing somewhere stays there.
      if (!body.current?.contains(document.activeElement))
        body.current?.querySelector<HTMLElement>(first)?.focus()
    }, delay)
    return () => clearTimeout(timer)
  }, [body, ready])
}
