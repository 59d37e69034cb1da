import type { ReactNode } from 'react'
import type { BomItem, BomSummary } from '#contracts/assembly/bom.ts'
import type { HierarchyAnswer } from '#contracts/assembly/bom-answers.ts'
import { count, number } from '../../lib/format.ts'
import { inOrder } from './flat-order.ts'
import { itemTypeLabels } from './item-types.tsx'

type Head = { label: string; figures?: boolean }

const PrintTable = ({ heads, children }: { heads: readonly Head[]; children: ReactNode }) => (
  <table>
    <thead>
      <tr>
        {heads.map(({ label, figures }) => (
          <th key={label} className={figures ? 'print-number' : ''}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
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

export const PrintFlat = ({ items }: { items: readonly BomItem[] }) => (
  <PrintTable
    heads={[
      { label: 'Type' },
      { label: 'Beskrivelse' },
      { label: 'Art.nr.' },
      { label: 'Leverandør' },
      { label: 'Antall', figures: true },
      { label: 'Enhet' },
    ]}
  >
    {inOrder(items, 'type').map((item) => (
      <tr key={`${item.itemType}-${item.itemId}`}>
        <td>{itemTypeLabels[item.itemType] ?? item.itemType}</td>
        <td>
          <Described item={item} />
        </td>
        <Bought item={item} />
        <td className="print-number">{number(item.totalQuantity)}</td>
        <td>{item.unit}</td>
      </tr>
    ))}
  </PrintTable>
)

/** Deeper than this, paper has no room to move further in: the number tells the level. */
const deepest = 8

/** Every line that was sent, whatever is open on screen. */
export const PrintTree = ({
  answer: { items, truncated, notice },
}: {
  answer: HierarchyAnswer
}) => (
  <>
    {truncated && <p>{notice}</p>}
    <PrintTable
      heads={[
        { label: 'Nivå' },
        { label: 'Beskrivelse' },
        { label: 'Art.nr.' },
        { label: 'Leverandør' },
        { label: 'Antall', figures: true },
        { label: 'Totalt', figures: true },
        { label: 'Enhet' },
      ]}
    >
      {items.map((item, at) => (
        <tr key={at} className={item.itemType === 'assembly' ? 'print-above' : ''}>
          <td>{item.level}</td>
          <td style={{ paddingLeft: `${Math.min(item.level - 1, deepest) * 10}pt` }}>
            <Described item={item} />
          </td>
          <Bought item={item} />
          <td className="print-number">{number(item.quantity)}</td>
          <td className="print-number">{number(item.totalQuantity)}</td>
          <td>{item.unit}</td>
        </tr>
      ))}
    </PrintTable>
  </>
)

const Findings = ({ title, texts }: { title: string; texts: readonly string[] }) =>
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

const unique = (different: number) =>
  different > 0 ? `${count(different)} ${different === 1 ? 'ulik' : 'ulike'}` : ''

export const PrintSummary = ({ summary }: { summary: BomSummary }) => {
  const { validationErrors, warnings, hasCircularDependency } = summary
  const counts = [
    ['Komponenter', summary.totalComponents, unique(summary.uniqueComponents)],
    ['Motorer', summary.totalMotors, unique(summary.uniqueMotors)],
    ['Sensorer', summary.totalSensors, unique(summary.uniqueSensors)],
    ['Maks dybde', summary.maxDepth, summary.maxDepth === 1 ? 'nivå' : 'nivåer'],
  ] as const
  const clean = validationErrors.length + warnings.length === 0 && !hasCircularDependency
  return (
    <>
      <PrintTable heads={[{ label: 'Innhold' }, { label: 'Antall', figures: true }, { label: '' }]}>
        {counts.map(([label, total, hint]) => (
          <tr key={label}>
            <td>{label}</td>
            <td className="print-number">{number(total)}</td>
            <td>{hint}</td>
          </tr>
        ))}
      </PrintTable>
      <h2>Validering</h2>
      {clean && <p>Ingen feil eller advarsler</p>}
      {hasCircularDependency && <p>Sirkulær avhengighet oppdaget!</p>}
      <Findings title="Feil" texts={validationErrors} />
      <Findings title="Advarsler" texts={warnings} />
    </>
  )
}
