import { useState } from 'react'
import type { PriceChange } from '#contracts/price-history.ts'
import { Button } from '../lib/button.tsx'
import { count, dateTime, day } from '../lib/format.ts'
import { amountText, kindsOfPrice, priceKinds, sourceText } from './price-texts.ts'

type RowProps = { change: PriceChange; isSelected: boolean; onSelect: () => void }

const Row = ({ change, isSelected, onSelect }: RowProps) => {
  const source = sourceText(change)
  return (
    <tr
      aria-current={isSelected || undefined}
      className="border-b border-line align-top last:border-b-0 aria-[current]:bg-accent-soft"
      onPointerEnter={onSelect}
    >
      <th scope="row" className="px-2 py-1.5 font-normal">
        <time dateTime={change.at} className="tabular-nums">
          {dateTime(change.at)}
        </time>
        <span className="block break-words text-muted">{change.user}</span>
        {source && <span className="block break-words text-muted">{source}</span>}
        {change.validFrom && (
          <span className="block">
            {change.withdrawn ? 'Tatt tilbake, gjaldt fra' : 'Gjelder fra'} {day(change.validFrom)}
          </span>
        )}
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

/** What scrolls must be within reach of the keyboard. */
const reachable = { tabIndex: 0 }

type Props = {
  history: readonly PriceChange[]
  selected: number
  onSelect: (index: number) => void
}

const [first, step] = [50, 200]

export const PriceTable = ({ history, selected, onSelect }: Props) => {
  const [most, setMost] = useState(first)
  const hidden = Math.max(0, history.length - most)
  return (
    <section
      aria-label="Alle priser"
      className="panel overflow-auto lg:max-h-full lg:self-start"
      {...reachable}
    >
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
          {history
            .slice(hidden)
            .map((change, at) => {
              const index = hidden + at
              return (
                <Row
                  key={change.position}
                  change={change}
                  isSelected={index === selected}
                  onSelect={() => onSelect(index)}
                />
              )
            })
            .toReversed()}
        </tbody>
      </table>
      {hidden > 0 && (
        <Button small look="ghost" className="m-2" onClick={() => setMost(most + step)}>
          Vis eldre ({count(hidden)} til)
        </Button>
      )}
    </section>
  )
}
