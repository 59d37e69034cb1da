import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useWindowEvent } from './use-window-event.ts'

/** What was made when printing began; null while nothing is printed. */
export const usePrinted = <Made>(make: () => Made): Made | null => {
  const [made, setMade] = useState<Made | null>(null)
  useWindowEvent('beforeprint', () => flushSync(() => setMade(make())))
  useWindowEvent('afterprint', () => setMade(null))
  return made
}
