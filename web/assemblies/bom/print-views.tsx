import type { HierarchyItem } from '#contracts/assembly/bom-answers.ts'
import { type BomItem, itemLabels } from '#contracts/assembly/bom.ts'
import { sumText } from '../../lib/cost-sum.tsx'
import { number } from '../../lib/format.ts'
import type { PlainColumn } from '../../lib/plain-table.tsx'
import { PrintTable } from '../../lib/print-page.tsx'
import { useBom, useHierarchy } from './answers.ts'
import { missingText, useCost } from './cost.ts'
import { costColumns } from './cost-views.tsx'
import { inOrder } from './flat-order.ts'
import { countsOf, isClean, type Count } from './summary-tab.tsx'

/** Print views use data from the cache only: the browser does not wait for requests before it prints. */
type Props = { assemblyId: number }

const described = ({ description, notes }: BomItem) => (
  <>
    {description}
    {notes && <small>{notes}</small>}
  </>
)

const bought: readonly PlainColumn<BomItem>[] = [
  {
    head: 'Art.nr.',
    cell: (item) => item.itoArticlenumber || item.supplierArticlenumber,
    print: { look: 'code' },
  },
  {
    head: 'Leverandør',
    cell: (item) => item.supplierName ?? item.manufacturerName,
    print: { look: 'text' },
  },
]
const unit: PlainColumn<BomItem> = { head: 'Enhet', cell: (item) => item.unit }

const figure = <Row,>(head: string, cell: PlainColumn<Row>['cell']): PlainColumn<Row> => ({
  head,
  cell,
  numeric: true,
})

const flatColumns: readonly PlainColumn<BomItem>[] = [
  { head: 'Type', cell: ({ itemType }) => itemLabels[itemType] },
  { head: 'Beskrivelse', cell: described, print: { look: 'text' } },
  ...bought,
  figure('Antall', ({ totalQuantity }) => number(totalQuantity)),
  unit,
]

export const PrintFlat = ({ assemblyId }: Props) => {
  const { data } = useBom(assemblyId)
  return data && <PrintTable columns={flatColumns} rows={inOrder(data.items, 'type')} />
}

/** Deeper levels are not indented further, because paper is narrow; the level column shows the depth. */
const maxIndentLevel = 8

const treeColumns: readonly PlainColumn<HierarchyItem>[] = [
  { head: 'Nivå', cell: ({ level }) => level },
  {
    head: 'Beskrivelse',
    cell: (item) => (
      <div style={{ paddingLeft: `${Math.min(item.level - 1, maxIndentLevel) * 10}pt` }}>
        {described(item)}
      </div>
    ),
    print: { look: 'text' },
  },
  ...bought,
  figure('Antall', ({ quantity }) => number(quantity)),
  figure('Totalt', ({ totalQuantity }) => number(totalQuantity)),
  unit,
]

/** Prints every row, whether it is expanded on screen or not. */
export const PrintTree = ({ assemblyId }: Props) => {
  const { data } = useHierarchy(assemblyId)
  if (!data) return null
  return (
    <>
      {data.truncated && <p>{data.notice}</p>}
      <PrintTable
        columns={treeColumns}
        rows={data.items}
        isAbove={({ itemType }) => itemType === 'assembly'}
      />
    </>
  )
}

const PrintCost = ({ assemblyId }: Props) => {
  const { data } = useCost(assemblyId, 'direct')
  if (!data || data.lines.length === 0) return null
  return (
    <>
      <h2>Kostnad</h2>
      <PrintTable columns={costColumns} rows={data.lines}>
        <tr className="print-above">
          <td colSpan={2}>Totalt</td>
          <td className="print-number">{sumText(data, 'cost')}</td>
          <td className="print-number">{sumText(data, 'sales')}</td>
        </tr>
      </PrintTable>
      {!data.complete && <p>Ikke alt er med i summene: {missingText(data)}.</p>}
    </>
  )
}

const Problems = ({ title, texts }: { title: string; texts: readonly string[] }) =>
  texts.length > 0 && (
    <>
      <h3>{title}</h3>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  )

const countColumns: readonly PlainColumn<Count>[] = [
  { head: 'Innhold', cell: ({ label }) => label },
  figure('Antall', ({ value }) => value),
  { head: '', cell: ({ hint }) => hint },
]

export const PrintSummary = ({ assemblyId }: Props) => {
  const { data } = useBom(assemblyId)
  if (!data) return null
  const { summary } = data
  return (
    <>
      <PrintTable columns={countColumns} rows={countsOf(summary)} />
      <h2>Validering</h2>
      {isClean(summary) && <p>Ingen feil eller advarsler</p>}
      {summary.hasCircularDependency && <p>Sirkulær avhengighet oppdaget!</p>}
      <Problems title="Feil" texts={summary.validationErrors} />
      <Problems title="Advarsler" texts={summary.warnings} />
      <PrintCost assemblyId={assemblyId} />
    </>
  )
}
