import type { Comparison, CostDifference } from '#contracts/assembly/cost-answers.ts'
import { itemLabels } from '#contracts/assembly/bom.ts'
import { date, number } from '../../lib/format.ts'
import type { PlainColumn } from '../../lib/plain-table.tsx'
import { PrintPage, PrintTable } from '../../lib/print-page.tsx'
import {
  changes,
  costParts,
  costsMore,
  countsText,
  incompleteText,
  pricesOf,
  type Line,
} from './comparison-texts.ts'

const lineColumns: readonly PlainColumn<Line>[] = [
  { head: 'Type', cell: ({ itemType }) => itemLabels[itemType] },
  { head: 'Beskrivelse', cell: ({ description }) => description, print: { look: 'text' } },
  { head: 'Endring', cell: ({ change }) => changes[change].label },
  { head: 'Fra', numeric: true, cell: ({ before }) => number(before) },
  { head: 'Til', numeric: true, cell: ({ after }) => number(after) },
  { head: 'Enhet', cell: ({ unit }) => unit },
  { head: 'Kostpris', numeric: true, cell: (line) => pricesOf(line).join(' → ') },
  { head: 'Forskjell', numeric: true, cell: (line) => costsMore(line).join(', ') },
]

type Part = (typeof costParts)[number]

const costColumns = (cost: readonly CostDifference[]): readonly PlainColumn<Part>[] => [
  { head: 'Kostnad', cell: ([label]) => label },
  ...cost.map((one) => ({
    head: one.currency,
    numeric: true,
    cell: ([, textOf]: Part) => textOf(one),
  })),
]

type Props = {
  comparison: Comparison
  /** What is compared with what. */
  title: string
}

/** All lines, also those that the list on the screen has not drawn. */
export const PrintComparison = ({ comparison, title }: Props) => {
  const { cost, lines } = comparison
  const incomplete = incompleteText(comparison)
  return (
    <PrintPage>
      {(printedAt) => (
        <>
          <h1>Sammenligning av stykklister</h1>
          <p>
            {title} · {date(printedAt)}
          </p>
          {cost.length > 0 && <PrintTable columns={costColumns(cost)} rows={costParts} />}
          {incomplete && <p>{incomplete}</p>}
          <h2>{countsText(comparison)}</h2>
          {lines.length > 0 && <PrintTable columns={lineColumns} rows={lines} />}
        </>
      )}
    </PrintPage>
  )
}
