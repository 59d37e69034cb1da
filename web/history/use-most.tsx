import { useState } from 'react'
import { Button } from '../lib/button.tsx'
import { count } from '../lib/format.ts'
import { useMoreFocus } from '../lib/use-more-focus.ts'

/** How many of a long list are shown, and a button for more if some are hidden. */
export const useMost = (first: number, step: number) => {
  const [most, setMost] = useState(first)
  const noteFocus = useMoreFocus(most)
  const moreButton = (text: string, total: number, className: string) =>
    total > most && (
      <Button
        small
        look="ghost"
        className={className}
        onClick={(event) => {
          noteFocus(event)
          setMost(most + step)
        }}
      >
        {text} ({count(total - most)} til)
      </Button>
    )
  return { most, moreButton }
}
