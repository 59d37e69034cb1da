import { useEffect, useState, type ReactNode } from 'react'
import { createPortal, flushSync } from 'react-dom'
import './print.css'

/** When the browser prints; null while it does not. */
const usePrintedAt = (): string | null => {
  const [printedAt, setPrintedAt] = useState<string | null>(null)
  useEffect(() => {
    const before = () => flushSync(() => setPrintedAt(new Date().toISOString()))
    const after = () => setPrintedAt(null)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return printedAt
}

/** What is on paper in place of the screen: there only while the browser prints. */
export const PrintPage = ({ children }: { children: (printedAt: string) => ReactNode }) => {
  const printedAt = usePrintedAt()
  if (!printedAt) return null
  return createPortal(<div className="print-page">{children(printedAt)}</div>, document.body)
}
