import { ChartNoAxesColumn, ListTree, Rows3 } from 'lucide-react'
import { useContext, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { BomView } from '#contracts/assembly/bom.ts'
import { date } from '../../lib/format.ts'
import type { Assembly } from '../shared/assembly.ts'
import { AsOf } from './as-of.tsx'
import { FlatTab } from './flat-tab.tsx'
import { HierarchyTab } from './hierarchy-tab.tsx'
import { PrintFlat, PrintSummary, PrintTree } from './print-views.tsx'
import { SummaryTab } from './summary-tab.tsx'
import './print.css'

type View = {
  readonly label: string
  readonly icon: ReactNode
  /** What it is called on paper. */
  readonly heading: string
  readonly Tab: ComponentType<{ assemblyId: number }>
  readonly Print: ComponentType<{ assemblyId: number }>
}

/** The views of a stykkliste in the order of their tabs: a new one is not complete without all of this. */
export const views: Readonly<Record<BomView, View>> = {
  flat: {
    label: 'Eksplodert',
    icon: <Rows3 />,
    heading: 'Stykkliste',
    Tab: FlatTab,
    Print: PrintFlat,
  },
  hierarchy: {
    label: 'Hierarki',
    icon: <ListTree />,
    heading: 'Hierarki',
    Tab: HierarchyTab,
    Print: PrintTree,
  },
  summary: {
    label: 'Sammendrag',
    icon: <ChartNoAxesColumn />,
    heading: 'Sammendrag',
    Tab: SummaryTab,
    Print: PrintSummary,
  },
}

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
  const day = useContext(AsOf)
  if (!printedAt) return null
  const { id, name, type, drawingNumber } = assembly
  const { heading, Print } = views[view]
  const facts = [
    type,
    drawingNumber && `Tegn.nr. ${drawingNumber}`,
    date(printedAt),
    day && `Per ${date(day)}`,
  ]
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
