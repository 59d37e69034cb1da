import { useState } from 'react'
import { count } from './format.ts'

/** The first of a list, and a button for the rest if there is one. */
export const useSomeOf = <Item,>(items: readonly Item[], most: number) => {
  const [all, setAll] = useState(false)
  const hidden = items.length - most
  return {
    shown: all ? items : items.slice(0, most),
    moreButton: hidden > 0 && (
      <button
        type="button"
        className="mt-0.5 min-h-6 text-sm font-medium text-accent hover:underline"
        onClick={() => setAll(!all)}
      >
        {all ? 'Vis færre' : `Vis ${count(hidden)} til`}
      </button>
    ),
  }
}
