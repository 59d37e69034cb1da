import type { PriceChange } from '#contracts/price-history.ts'
import { dateTime, day } from '../lib/format.ts'
import { PlainTable, type PlainColumn } from '../lib/plain-table.tsx'
import { ScrollRegion } from '../lib/scroll-region.tsx'
import {
  amountText,
  hasOtherUnits,
  kindsOfPrice,
  priceKinds,
  sourceText,
  userText,
} from './price-texts.ts'
import { useMost } from './use-most.tsx'

const Changed = ({ change }: { change: PriceChange }) => {
  const source = sourceText(change)
  return (
    <>
      <time dateTime={change.at}>{dateTime(change.at)}</time>
      <span className="block wrap-anywhere text-muted">{userText(change)}</span>
      {source && <span className="block wrap-anywhere text-muted">{source}</span>}
      {change.validFrom && (
        <span className="block">
          {change.withdrawn ? 'Tatt tilbake, gjaldt fra' : 'Gjelder fra'} {day(change.validFrom)}
        </span>
      )}
      {change.reason && <span className="block wrap-anywhere">{change.reason}</span>}
      {change.to === null && <span className="block text-danger">Slettet</span>}
    </>
  )
}

const columnsOf = (history: readonly PriceChange[]): readonly PlainColumn<PriceChange>[] => [
  { head: 'Endret', look: 'min-w-28', cell: (change) => <Changed change={change} /> },
  ...kindsOfPrice
    .filter((kind) => history.some(({ to }) => (to?.[kind] ?? null) !== null))
    .map((kind) => ({
      head: priceKinds[kind],
      numeric: true,
      look: 'whitespace-nowrap',
      cell: (change: PriceChange) => amountText(change, kind),
    })),
  ...(hasOtherUnits(history.flatMap(({ to }) => to?.unit ?? []))
    ? [{ head: 'Per', cell: ({ to }: PriceChange) => to?.unit ?? '–' }]
    : []),
]

type Props = {
  history: readonly PriceChange[]
  selected: number
  onSelect: (index: number) => void
}

const [first, step] = [50, 200]

export const PriceTable = ({ history, selected, onSelect }: Props) => {
  const { most, moreButton } = useMost(first, step)
  const hidden = Math.max(0, history.length - most)
  return (
    <ScrollRegion label="Alle priser" className="panel overflow-auto lg:max-h-full lg:self-start">
      <PlainTable
        className="text-sm [&_:is(td,th):first-child]:pl-3 [&_:is(td,th):last-child]:pr-3 [&_thead]:sticky [&_thead]:top-0 [&_thead]:bg-surface"
        columns={columnsOf(history)}
        rows={history.slice(hidden).toReversed()}
        keyOf={({ position }) => position}
        rowProps={(at) => {
          const index = history.length - 1 - at
          return {
            'aria-current': index === selected || undefined,
            onPointerEnter: () => onSelect(index),
          }
        }}
      />
      {moreButton('Vis eldre', history.length, 'm-2')}
    </ScrollRegion>
  )
}
