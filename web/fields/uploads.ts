import { createContext, use, useEffect, useState } from 'react'

type Count = (change: 1 | -1) => void
export const UploadsContext = createContext<Count>(() => undefined)

/** How many files are on their way into a form, and what its fields tell that to. */
export const useUploads = () => {
  const [underWay, setUnderWay] = useState(0)
  const [count] = useState((): Count => (change) => setUnderWay((before) => before + change))
  return { underWay, count }
}

/** Keeps the form around it from being sent meanwhile: what is still on its way would be left out. */
export const useUnderWay = (isUnderWay: boolean): void => {
  const count = use(UploadsContext)
  useEffect(() => {
    if (!isUnderWay) return undefined
    count(1)
    return () => count(-1)
  }, [count, isUnderWay])
}
