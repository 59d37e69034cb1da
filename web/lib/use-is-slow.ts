import { useEffect, useState } from 'react'

/** What people wait without wondering whether anything happens. */
const usual = 3_000

/** True once what is waited for has taken longer than usual: that is then to be said. */
export const useIsSlow = (): boolean => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), usual)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}
