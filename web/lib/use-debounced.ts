import { useEffect, useState } from 'react'

const typing = 200

/** The text, once nobody has typed for a moment. */
export const useDebounced = (text: string, pause = typing): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return settled
}
