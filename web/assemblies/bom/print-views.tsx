import type { ReactNode } from 'react'
import type { BomItem } from '#contracts/assembly/bom.ts'
import { number } from '../../lib/format.ts'
import { useBom, useHierarchy } from './answers.ts'
import { itemKey, missingDetail, missingMark, missingText, sumText, useCost } from './cost.ts'
import { inOrder } from './flat-order.ts'
import { itemTypeLabels } from '../shared/item-types.tsx'
import { countsOf, isClean } from './summary-tab.tsx'

/** What the screen has read already: paper does not wait. */
type Props = { assemblyId: number }

const figures = new Set(['Antall', 'Totalt', 'Kostpris', 'Salgspris'])

const PrintTable = ({ heads, children }: { heads: readonly string[]; children: ReactNode }) => (
  <table>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} className={figures.has(head) ? 'print-number' : ''}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

const Figure = ({ children }: { children: ReactNode }) => (
  <td className="print-number">{children}</td>
)

const Described = ({ item }: { item: BomItem }) => (
  <>
    {item.description}
    {item.notes && <small>{item.notes}</small>}
  </>
)

const Bought = ({ item }: { item: BomItem }) => (
  <>
    <td className="print-code">{item.itoArticlenumber || item.supplierArticlenumber}</td>
    <td>{item.supplierName ?? item.manufacturerName}</td>
  </>
)

export const PrintFlat = ({ assemblyId }: Props) => {
  const { data } = useBom(assemblyId)
  return (
    data && (
      <PrintTable heads={['Type', 'Beskrivelse', 'Art.nr.', 'Leverandør', 'Antall', 'Enhet']}>
        {inOrder(data.items, 'type').map((item) => (
          <tr key={itemKey(item)}>
            <td>{itemTypeLabels[item.itemType]}</td>
            <td>
              <Described item={item} />
            </td>
            <Bought item={item} />
            <Figure>{number(item.totalQuantity)}</Figure>
            <td>{item.unit}</td>
          </tr>
        ))}
      </PrintTable>
    )
  )
}

const treeHeads = ['Nivå', 'Beskrivelse', 'Art.nr.', 'Leverandør', 'Antall', 'Totalt', 'Enhet']
/** Deeper than this, paper has no room to move further in: the number tells the level. */
const deepest = 8

/** Every line that was sent, whatever is open on screen. */
export const PrintTree = ({ assemblyId }: Props) => {
  const { data } = useHierarchy(assemblyId)
  if (!data) return null
  return (
    <>
      {data.truncated && <p>{data.notice}</p>}
      <PrintTable heads={treeHeads}>
        {data.items.map((item, at) => (
          <tr key={at} className={item.itemType === 'assembly' ? 'print-above' : ''}>
            <td>{item.level}</td>
            <td style={{ paddingLeft: `${Math.min(item.level - 1, deepest) * 10}pt` }}>
              <Described item={item} />
            </td>
            <Bought item={item} />
            <Figure>{number(item.quantity)}</Figure>
            <Figure>{number(item.totalQuantity)}</Figure>
            <td>{item.unit}</td>
          </tr>
        ))}
      </PrintTable>
    </>
  )
}

/** What is directly in the assembly and what it costs. */
const PrintCost = ({ assemblyId }: Props) => {
  const { data } = useCost(assemblyId, 'direct')
  if (!data || data.lines.length === 0) return null
  return (
    <>
      <h2>Kostnad</h2>
      <PrintTable heads={['Direkte i sammenstillingen', 'Antall', 'Kostpris', 'Salgspris']}>
        {data.lines.map((line) => (
          <tr key={itemKey(line)}>
            <td>
              {line.description}
              {missingMark(line) && <small>{missingDetail(line) ?? missingMark(line)}</small>}
            </td>
            <Figure>{number(line.quantity)}</Figure>
            <Figure>{sumText(line, 'cost')}</Figure>
            <Figure>{sumText(line, 'sales')}</Figure>
          </tr>
        ))}
        <tr className="print-above">
          <td colSpan={2}>Totalt</td>
          <Figure>{sumText(data, 'cost')}</Figure>
          <Figure>{sumText(data, 'sales')}</Figure>
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

export const PrintSummary = ({ assemblyId }: Props) => {
  const { data } = useBom(assemblyId)
  if (!data) return null
  const { summary } = data
  return (
    <>
      <PrintTable heads={['Innhold', 'Antall', '']}>
        {countsOf(summary).map(({ label, value, hint }) => (
          <tr key={label}>
            <td>{label}</td>
            <Figure>{value}</Figure>
            <td>{hint}</td>
          </tr>
        ))}
      </PrintTable>
      <h2>Validering</h2>
      {isClean(summary) && <p>Ingen feil eller advarsler</p>}
      {summary.hasCircularDependency && <p>Sirkulær avhengighet oppdaget!</p>}
      <Problems title="Feil" texts={summary.validationErrors} />
      <Problems title="Advarsler" texts={summary.warnings} />
      <PrintCost assemblyId={assemblyId} />
    </>
  )
}
