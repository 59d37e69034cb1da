/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a popover in the flow of the page, which a dialog element is not */
import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { ListFilter } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Entity } from '#contracts/entity.ts'
import type { Filter } from '#contracts/list/filters.ts'
import { Loading } from '../../spinner.tsx'
import type { ListControl } from '../use-list-state.ts'
import { isActive } from './filter-state.ts'

const load = () => import('./head-filter-form.tsx')
const Form = lazy(async () => ({ default: (await load()).HeadFilterForm }))

/** Over the heading while that is pointed at or has the focus. */
const waiting =
  'absolute inset-y-0 bg-sunken text-muted opacity-0 hover:text-ink pointer-events-none group-hover/head:pointer-events-auto group-hover/head:opacity-100 group-focus-within/head:pointer-events-auto group-focus-within/head:opacity-100'

type Props = { entity: Entity; filter: Filter; state: ListControl; numeric: boolean }

/** In the heading of a column, what the list is narrowed to by it: marked while it is. */
export const HeadFilter = ({ entity, filter, state, numeric }: Props) => {
  const isOn = isActive(state.filters, filter)
  const name = `Filter på ${filter.label}`
  const look = isOn ? 'text-accent' : `${waiting} ${numeric ? 'left-1.5' : 'right-2.5'}`
  return (
    <Popover className="contents">
      <PopoverButton
        aria-label={isOn ? 'Avgrens, i bruk' : 'Avgrens'}
        title={`Avgrens etter ${filter.label}`}
        className={`my-auto grid size-6 shrink-0 place-items-center rounded-sm data-open:opacity-100 [&_svg]:size-3.5 ${look}`}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
      >
        <ListFilter />
      </PopoverButton>
      <PopoverPanel
        focus
        anchor={{ to: 'bottom start', gap: 6, padding: 8 }}
        role="dialog"
        aria-label={name}
        className="z-20 w-72 animate-appear rounded-lg bg-surface p-3 shadow-floating outline-none"
      >
        {({ close }) => (
          <Suspense fallback={<Loading />}>
            <Form entity={entity} filter={filter} state={state} onClose={close} />
          </Suspense>
        )}
      </PopoverPanel>
    </Popover>
  )
}
