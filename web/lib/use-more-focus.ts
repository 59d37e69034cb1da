import { useEffect, useRef, type MouseEvent } from 'react'
import { controls } from './keep-focus.ts'

const entries = () => [...document.querySelectorAll<HTMLElement>('li, tbody tr, section')]
const isBefore = (entry: Element, button: Element): boolean =>
  (entry.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

const focusOn = (entry: HTMLElement): void => {
  const target = entry.querySelector<HTMLElement>(controls) ?? entry
  if (target === entry) entry.tabIndex = -1
  target.focus()
}

/** For a button that shows more of a list: the focus goes to the first that comes, since the button moves below them. */
export const useMoreFocus = (shown: number) => {
  const last = useRef<{ entry: HTMLElement | undefined; shown: number } | null>(null)
  useEffect(() => {
    const { current: before } = last
    last.current = null
    if (!before?.entry || shown <= before.shown) return
    const all = entries()
    const next = all[all.indexOf(before.entry) + 1]
    if (next) focusOn(next)
  }, [shown])
  return ({ currentTarget: button }: MouseEvent) => {
    last.current = { entry: entries().findLast((entry) => isBefore(entry, button)), shown }
  }
}
