import { ChartNoAxesColumn, ListTree, Rows3 } from 'lucide-react'
import { use, type ComponentType, type ReactNode } from 'react'
import type { BomView } from '#contracts/assembly/bom.ts'
import { asOf } from '../../lib/as-of.ts'
import { date, dayOrTime } from '../../lib/format.ts'
import { PrintPage } from '../../lib/print-page.tsx'
import type { Assembly } from '../shared/assembly.ts'
import { AsOf } from './as-of.tsx'
import { FlatTab } from './flat-tab.tsx'
import { HierarchyTab } from './hierarchy-tab.tsx'
import { PrintFlat, PrintSummary, PrintTree } from './print-views.tsx'
import { SummaryTab } from './summary-tab.tsx'

type View = {
  readonly icon: ReactNode
  readonly heading: string
  readonly Tab: ComponentType<{ assemblyId: number }>
  readonly Print: ComponentType<{ assemblyId: number }>
}

export const views: Readonly<Record<BomView, View>> = {
  flat: {
    icon: <Rows3 />,
    heading: 'Stykkliste',
    Tab: FlatTab,
    Print: PrintFlat,
  },
  hierarchy: {
    icon: <ListTree />,
    heading: 'Hierarki',
    Tab: HierarchyTab,
    Print: PrintTree,
  },
  summary: {
    icon: <ChartNoAxesColumn />,
    heading: 'Sammendrag',
    Tab: SummaryTab,
    Print: PrintSummary,
  },
}

type Props = { assembly: Assembly; view: BomView }

/** The complete view for printing; on screen a virtual list has only the visible rows. */
export const PrintBom = ({ assembly, view }: Props) => {
  const { day, priceDay } = use(AsOf)
  const then = asOf() ?? day
  const { id, name, type, drawingNumber } = assembly
  const { heading, Print } = views[view]
  const days = [then && `Per ${dayOrTime(then)}`, priceDay && `Priser per ${date(priceDay)}`]
  const facts = [type, drawingNumber && `Tegn.nr. ${drawingNumber}`]
  return (
    <PrintPage>
      {(printedAt) => (
        <>
          <h1>
            {heading}: {name}
          </h1>
          <p>{[...facts, date(printedAt), ...days].filter(Boolean).join(' · ')}</p>
          <Print assemblyId={id} />
        </>
      )}
    </PrintPage>
  )
}
