import { useEffect, useRef } from 'react'
import { pointerReleased } from '../lib/pointer-release.ts'

const delay = 100

const focusFirst = (body: HTMLElement | null): void =>
  body
    ?.querySelector<HTMLElement>('input:not([type=hidden]):not(:disabled), textarea, select')
    ?.focus()

/** For the element whose first field gets the focus. */
export const useAutofocus = <Body extends HTMLElement>(ready = true) => {
  const body = useRef<Body>(null)
  useEffect(() => {
    if (!ready) return undefined
    let gone = false
    const focus = async () => {
      await pointerReleased()
      // Do not take the focus from a field the user is already typing in.
      const { activeElement } = document
      if (gone || activeElement?.matches('input, textarea')) return
      if (!body.current?.contains(activeElement)) focusFirst(body.current)
    }
    const timer = setTimeout(() => void focus(), delay)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [ready])
  return body
}
