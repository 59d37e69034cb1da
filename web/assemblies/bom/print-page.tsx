import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { date } from '../../lib/format.ts'
import type { Assembly } from '../assembly.ts'
import { useBom, useHierarchy } from './answers.ts'
import type { BomView } from './export.ts'
import { PrintCost } from './print-cost.tsx'
import { PrintFlat, PrintSummary, PrintTree } from './print-views.tsx'
import './print.css'

type Props = { assembly: Assembly; view: BomView }

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

const titles: Readonly<Record<BomView, string>> = {
  flat: 'Stykkliste',
  hierarchy: 'Hierarki',
  summary: 'Sammendrag',
}

/** What the screen has read already: paper does not wait. */
const Content = ({ assembly: { id }, view }: Props) => {
  const { data: bom } = useBom(id)
  const { data: tree } = useHierarchy(id, view === 'hierarchy')
  if (view === 'hierarchy') return tree && <PrintTree answer={tree} />
  if (!bom) return null
  if (view === 'flat') return <PrintFlat items={bom.items} />
  return (
    <>
      <PrintSummary summary={bom.summary} />
      <PrintCost assemblyId={id} />
    </>
  )
}

/** The view of a stykkliste as a plain page, there only while the browser prints: screens show a part at a time. */
export const PrintPage = ({ assembly, view }: Props) => {
  const printedAt = usePrintedAt()
  if (!printedAt) return null
  const { name, type, drawingNumber } = assembly
  return createPortal(
    <div className="print-page">
      <h1>
        {titles[view]}: {name}
      </h1>
      <p>
        {[type, drawingNumber && `Tegn.nr. ${drawingNumber}`, date(printedAt)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Content assembly={assembly} view={view} />
    </div>,
    document.body,
  )
}
