import { useEffect, useState } from 'react'

const typing = 200

export const useDebounced = (text: string, pause = typing): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return settled
}
