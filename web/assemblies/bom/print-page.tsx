import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { BomItem } from '#contracts/assembly/bom.ts'
import { date, number } from '../../lib/format.ts'
import type { Assembly } from '../assembly.ts'
import { useBom } from './answers.ts'
import { inOrder } from './flat-order.ts'
import { itemTypeLabels } from './item-types.tsx'
import './print.css'

const PrintRow = ({ item }: { item: BomItem }) => (
  <tr>
    <td>{itemTypeLabels[item.itemType] ?? item.itemType}</td>
    <td>
      {item.description}
      {item.notes && <small>{item.notes}</small>}
    </td>
    <td>{item.itoArticlenumber || item.supplierArticlenumber}</td>
    <td>{item.supplierName ?? item.manufacturerName}</td>
    <td className="print-number">{number(item.totalQuantity)}</td>
    <td>{item.unit}</td>
  </tr>
)

/** The whole stykkliste as a plain page, there only while the browser prints: screens show a part at a time. */
export const PrintPage = ({ assembly }: { assembly: Assembly }) => {
  const { data } = useBom(assembly.id)
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
  if (!printedAt || !data) return null
  return createPortal(
    <div className="print-page">
      <h1>Stykkliste: {assembly.name}</h1>
      <p>
        {[
          assembly.type,
          assembly.drawingNumber && `Tegn.nr. ${assembly.drawingNumber}`,
          date(printedAt),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <table>
        <thead>
          <tr>
            <th>Type</th>
            <th>Beskrivelse</th>
            <th>Art.nr.</th>
            <th>Leverandør</th>
            <th className="print-number">Antall</th>
            <th>Enhet</th>
          </tr>
        </thead>
        <tbody>
          {inOrder(data.items, 'type').map((item) => (
            <PrintRow key={`${item.itemType}-${item.itemId}`} item={item} />
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}
