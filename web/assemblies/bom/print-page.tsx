import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { BomView } from '#contracts/assembly/bom.ts'
import { date } from '../../lib/format.ts'
import type { Assembly } from '../shared/assembly.ts'
import { views } from './views.tsx'
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

type Props = { assembly: Assembly; view: BomView }

/** The view of a stykkliste as a plain page, there only while the browser prints: screens show a part at a time. */
export const PrintPage = ({ assembly, view }: Props) => {
  const printedAt = usePrintedAt()
  if (!printedAt) return null
  const { id, name, type, drawingNumber } = assembly
  const { heading, Print } = views[view]
  const facts = [type, drawingNumber && `Tegn.nr. ${drawingNumber}`, date(printedAt)]
  return createPortal(
    <div className="print-page">
      <h1>
        {heading}: {name}
      </h1>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      <Print assemblyId={id} />
    </div>,
    document.body,
  )
}
