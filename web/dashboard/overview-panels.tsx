import { ArrowRight, TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import useSWR from 'swr'
import type { Overview } from '#contracts/overview.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { asOf } from '../lib/as-of.ts'
import { count, date, money } from '../lib/format.ts'
import { NotRead } from '../lib/loaded.tsx'
import { TitledPanel } from '../lib/titled-panel.tsx'
import { linkLook, RecordLink } from '../lib/record-link.tsx'
import { isListed } from '../lib/list-paths.ts'

type Named = Pick<Overview['changed'][number], 'entity' | 'id' | 'title'>

type LineProps = { record: Named; about: ReactNode; children?: ReactNode }

const Line = ({ record, about, children }: LineProps) => (
  <li className="border-t border-line py-2 first:border-t-0 first:pt-0 last:pb-0">
    {isListed(record.entity) && (
      <RecordLink
        to={record.entity}
        id={record.id}
        className={`line-clamp-2 break-words ${linkLook}`}
      >
        {record.title}
      </RecordLink>
    )}
    <span className="flex flex-wrap justify-between gap-x-3 text-sm tabular-nums">
      <span className="text-muted">{about}</span>
      {children && <span className="ml-auto">{children}</span>}
    </span>
  </li>
)

type ListProps<Row> = {
  title: string
  rows: readonly Row[]
  empty: string
  children: (row: Row) => ReactNode
}

const List = <Row,>({ title, rows, empty, children }: ListProps<Row>) => (
  <TitledPanel title={title}>
    {rows.length > 0 ? <ul>{rows.map(children)}</ul> : <p className="text-muted">{empty}</p>}
  </TitledPanel>
)

const keyOf = ({ entity, id }: Named): string => `${entity}-${id}`
const nounOf = ({ entity }: Named): string => entityNamed(entity).noun.one

const Change = ({ from, to, currency }: Overview['prices'][number]) => {
  const Icon = to > from ? TrendingUp : TrendingDown
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden className={`size-4 ${to > from ? 'text-danger' : 'text-success'}`} />
      <span>
        {money(from, currency)}{' '}
        <ArrowRight aria-label="til" className="inline size-3.5 text-faint" />{' '}
        <span className="font-medium">{money(to, currency)}</span>
      </span>
    </span>
  )
}

/** Always about today, also while the app shows the past. */
export const OverviewPanels = () => {
  const { data, ...answer } = useSWR<Overview>(asOf() === null ? '/api/overview' : null)
  if (!data) return <NotRead {...answer} failed="Kunne ikke hente det siste som er endret" />
  const { changed, prices, unpriced } = data
  const without = unpriced.count > 0 ? `Uten kostpris (${count(unpriced.count)})` : 'Uten kostpris'
  return (
    <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-2 xl:grid-cols-3">
      <List title="Sist endret" rows={changed} empty="Ingenting ennå.">
        {(row) => (
          <Line key={keyOf(row)} record={row} about={nounOf(row)}>
            {date(row.at)}
          </Line>
        )}
      </List>
      <List title="Priser som er endret" rows={prices} empty="Ingen kostpriser er endret.">
        {(row) => (
          <Line key={keyOf(row) + row.at} record={row} about={date(row.at)}>
            <Change {...row} />
          </Line>
        )}
      </List>
      <List title={without} rows={unpriced.parts} empty="Alle deler har kostpris.">
        {(row) => <Line key={keyOf(row)} record={row} about={nounOf(row)} />}
      </List>
    </div>
  )
}
