import { Popover, PopoverButton } from '@headlessui/react'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '#contracts/entity.ts'
import type { Filter } from '#contracts/list/filters.ts'
import { Button } from '../../button.tsx'
import { PopoverDialog } from '../../popover-dialog.tsx'
import type { ListControl } from '../use-list-state.ts'
import { FilterControl } from './filter-control.tsx'
import { isActive, withFilter, withoutFilter } from './filter-state.ts'

type Props = { entity: Entity; filter: Filter; state: ListControl }

/** Applies the filter on submit only: filtering may unmount the list together with this form. */
const Form = ({ entity, filter, state, onClose }: Props & { onClose: () => void }) => {
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

/** Only visible while the heading is hovered or focused. */
const waiting =
  'absolute inset-y-0 bg-sunken text-muted opacity-0 hover:text-ink pointer-events-none group-hover/head:pointer-events-auto group-hover/head:opacity-100 group-focus-within/head:pointer-events-auto group-focus-within/head:opacity-100'

export const HeadFilter = ({ numeric, ...props }: Props & { numeric: boolean }) => {
  const { filter, state } = props
  const isOn = isActive(state.filters, filter)
  const text = `Avgrens etter ${filter.label}`
  const look = isOn ? 'text-accent' : `${waiting} ${numeric ? 'left-1.5' : 'right-2.5'}`
  return (
    <Popover className="contents">
      <PopoverButton
        aria-label={`${text}${isOn ? ', i bruk' : ''}`}
        title={text}
        className={`my-auto grid size-6 shrink-0 place-items-center rounded-sm data-open:opacity-100 [&_svg]:size-3.5 ${look}`}
      >
        <ListFilter />
      </PopoverButton>
      <PopoverDialog label={`Filter på ${filter.label}`} to="bottom start" className="w-72 p-3">
        {({ close }) => <Form {...props} onClose={close} />}
      </PopoverDialog>
    </Popover>
  )
}
