import { useEffect, useState } from 'react'

const typing = 200

/** The text, once nobody has typed for a moment. */
export const useDebounced = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typing)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
