import { useState } from 'react'
import { count } from './format.ts'
import { useMoreFocus } from './use-more-focus.ts'

/** Thousands at once would take seconds. */
const mostMore = 250

const textFor = (hidden: number, more: number): string => {
  if (hidden <= 0) return 'Vis færre'
  return hidden > more ? `Vis flere (${count(hidden)} til)` : `Vis ${count(hidden)} til`
}

/** The first of a list, and a button for more if there are more: `more` at a time. */
export const useSomeOf = <Item,>(items: readonly Item[], first: number, more = mostMore) => {
  const [most, setMost] = useState(first)
  const hidden = items.length - most
  const noteFocus = useMoreFocus(Math.min(most, items.length))
  return {
    shown: items.slice(0, most),
    moreButton: items.length > first && (
      <button
        type="button"
        className="mt-0.5 min-h-6 text-sm font-medium text-accent hover:underline"
        onClick={(event) => {
          noteFocus(event)
          setMost(hidden > 0 ? most + more : first)
        }}
      >
        {textFor(hidden, more)}
      </button>
    ),
  }
}
