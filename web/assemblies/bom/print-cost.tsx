import { number } from '../../lib/format.ts'
import { itemKey, missingDetail, missingMark, missingText, sumText, useCost } from './cost.ts'

/** What is directly in the assembly and what it costs, on paper. */
export const PrintCost = ({ assemblyId }: { assemblyId: number }) => {
  const { data } = useCost(assemblyId, 'direct')
  if (!data || data.lines.length === 0) return null
  return (
    <>
      <h2>Kostnad</h2>
      <table>
        <thead>
          <tr>
            <th>Direkte i sammenstillingen</th>
            <th className="print-number">Antall</th>
            <th className="print-number">Kostpris</th>
            <th className="print-number">Salgspris</th>
          </tr>
        </thead>
        <tbody>
          {data.lines.map((line) => (
            <tr key={itemKey(line)}>
              <td>
                {line.description}
                {missingMark(line) && <small>{missingDetail(line) ?? missingMark(line)}</small>}
              </td>
              <td className="print-number">{number(line.quantity)}</td>
              <td className="print-number">{sumText(line, 'cost')}</td>
              <td className="print-number">{sumText(line, 'sales')}</td>
            </tr>
          ))}
          <tr className="print-above">
            <td colSpan={2}>Totalt</td>
            <td className="print-number">{sumText(data, 'cost')}</td>
            <td className="print-number">{sumText(data, 'sales')}</td>
          </tr>
        </tbody>
      </table>
      {!data.complete && <p>Ikke alt er med i summene: {missingText(data)}.</p>}
    </>
  )
}
