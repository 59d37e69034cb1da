import { useState } from 'react'
import type { Entity } from '#contracts/entity.ts'
import type { Filter } from '#contracts/list/filters.ts'
import { Button } from '../../button.tsx'
import type { ListControl } from '../use-list-state.ts'
import { FilterControl } from './filter-control.tsx'
import { isActive, withFilter, withoutFilter } from './filter-state.ts'

type Props = { entity: Entity; filter: Filter; state: ListControl; onClose: () => void }

/** What is asked of one column. It holds when it is confirmed: the list, and this with it, may go meanwhile. */
export const HeadFilterForm = ({ entity, filter, state, onClose }: Props) => {
  const [filters, setFilters] = useState(state.filters)
  const apply = (next: typeof filters) => {
    onClose()
    state.change({ filters: next })
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        apply(filters)
      }}
    >
      <h2 className="text-sm font-semibold">{filter.label}</h2>
      <FilterControl
        entity={entity}
        filter={filter}
        filters={filters}
        onChange={(suffix, values) => setFilters(withFilter(filters, filter.key + suffix, values))}
      />
      <div className="mt-1 flex justify-end gap-2">
        {isActive(state.filters, filter) && (
          <Button onClick={() => apply(withoutFilter(filters, filter))}>Fjern filteret</Button>
        )}
        <Button type="submit" look="primary">
          Vis listen
        </Button>
      </div>
    </form>
  )
}
