import type { PriceChange } from '#contracts/price-history.ts'
import { dateTime } from '../lib/format.ts'
import { amountText, kindsOfPrice, priceKinds, sourceText } from './price-texts.ts'

const Row = ({ change }: { change: PriceChange }) => {
  const source = sourceText(change)
  return (
    <tr className="border-b border-line align-top last:border-b-0">
      <th scope="row" className="px-2 py-1.5 font-normal">
        <time dateTime={change.at} className="tabular-nums">
          {dateTime(change.at)}
        </time>
        <span className="block break-words text-muted">{change.user}</span>
        {source && <span className="block break-words text-muted">{source}</span>}
        {change.reason && <span className="block break-words">{change.reason}</span>}
        {change.to === null && <span className="block text-danger">Slettet</span>}
      </th>
      {kindsOfPrice.map((kind) => (
        <td key={kind} className="px-2 py-1.5 text-right whitespace-nowrap tabular-nums">
          {amountText(change, kind)}
        </td>
      ))}
    </tr>
  )
}

/** Every price that was, newest first. */
export const PriceTable = ({ history }: { history: readonly PriceChange[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard too
  <section aria-label="Alle priser" tabIndex={0} className="panel overflow-auto lg:max-h-full">
    <table className="w-full text-left text-sm">
      <thead className="sticky top-0 bg-sunken text-muted">
        <tr>
          <th scope="col" className="px-2 py-1.5 font-medium">
            Endret
          </th>
          {kindsOfPrice.map((kind) => (
            <th key={kind} scope="col" className="px-2 py-1.5 text-right font-medium">
              {priceKinds[kind]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {history.map((change) => <Row key={change.position} change={change} />).toReversed()}
      </tbody>
    </table>
  </section>
)
