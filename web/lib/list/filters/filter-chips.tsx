import { X } from 'lucide-react'
import type { Entity } from '#contracts/entity.ts'
import { filtersOf, type Filter, type Filters } from '#contracts/list/filters.ts'
import { IconButton } from '../../button.tsx'
import { day, number } from '../../format.ts'
import { RecordName } from '../../record-link.tsx'
import type { ListControl } from '../use-list-state.ts'
import { isActive, withoutFilter } from './filter-state.ts'

const flags: Readonly<Record<string, string>> = { true: 'Ja', false: 'Nei' }
const empties: Readonly<Record<string, string>> = { true: 'mangler verdi', false: 'har verdi' }

const bound = ({ narrowing }: Filter, text: string): string => {
  if (narrowing === 'days') return Number.isNaN(Date.parse(text)) ? text : day(text)
  return Number.isNaN(Number(text)) ? text : number(Number(text))
}

const Value = ({ filter, value }: { filter: Filter; value: string }) => {
  if (filter.to) return <RecordName of={filter.to} id={value} />
  return filter.narrowing === 'flag' ? (flags[value] ?? value) : value
}

type Props = { filter: Filter; filters: Filters }

const Asked = ({ filter, filters }: Props) => {
  const one = (suffix: string) => filters[filter.key + suffix]?.[0]
  const [min, max, empty] = [one('.min'), one('.max'), one('.empty')]
  const values = filters[filter.key] ?? []
  const parts = [
    ...values.map((value) => <Value key={value} filter={filter} value={value} />),
    ...(min === undefined ? [] : [<span key="min">fra {bound(filter, min)}</span>]),
    ...(max === undefined ? [] : [<span key="max">til {bound(filter, max)}</span>]),
    ...(empty === undefined ? [] : [<span key="empty">{empties[empty] ?? empty}</span>]),
  ]
  return parts.map((part, at) => (
    <span key={part.key}>
      {at > 0 && (part.key === 'max' ? ' ' : ', ')}
      {part}
    </span>
  ))
}

type ChipsProps = { entity: Entity; state: ListControl }

export const FilterChips = ({ entity, state }: ChipsProps) => {
  const { filters, change } = state
  const active = filtersOf(entity).filter((filter) => isActive(filters, filter))
  if (active.length === 0) return null
  return (
    <ul aria-label="Filtre" className="flex flex-wrap gap-2">
      {active.map((filter) => (
        <li
          key={filter.key}
          className="flex max-w-full items-center rounded-md bg-accent-soft pl-2.5 text-sm text-accent-strong"
        >
          <span className="min-w-0 truncate">
            <span className="font-medium">{filter.label}:</span>{' '}
            <Asked filter={filter} filters={filters} />
          </span>
          <IconButton
            title="Fjern filteret"
            label={`Fjern filteret ${filter.label}`}
            icon={<X />}
            className="text-accent-strong"
            onClick={() => change({ filters: withoutFilter(filters, filter) })}
          />
        </li>
      ))}
    </ul>
  )
}
