import { X } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '#contracts/entity.ts'
import { filtersOf, type Filter } from '#contracts/list/filters.ts'
import { Button, IconButton } from '../../button.tsx'
import { Dialog } from '../../dialog.tsx'
import { Select } from '../../select.tsx'
import type { ListControl } from '../use-list-state.ts'
import { FilterControl } from './filter-control.tsx'
import { isActive, withFilter, withoutFilter } from './filter-state.ts'

export type FilterDialogProps = { entity: Entity; state: ListControl; onClose: () => void }

type ColumnProps = FilterDialogProps & { filter: Filter }

const Column = ({ entity, filter, state: { filters, change }, onClose }: ColumnProps) => (
  <fieldset className="relative flex flex-col gap-2 border-b border-line px-5 py-4">
    <legend className="float-left pr-10 font-semibold">{filter.label}</legend>
    <IconButton
      label={`Fjern filteret ${filter.label}`}
      icon={<X />}
      className="absolute top-2.5 right-3"
      onClick={() => {
        change({ filters: withoutFilter(filters, filter) })
        onClose()
      }}
    />
    <FilterControl
      entity={entity}
      filter={filter}
      filters={filters}
      onChange={(suffix, values) =>
        change({ filters: withFilter(filters, filter.key + suffix, values) })
      }
    />
  </fieldset>
)

export const FilterDialog = ({ entity, state, onClose }: FilterDialogProps) => {
  const all = filtersOf(entity)
  const [shown, setShown] = useState(() => all.filter((one) => isActive(state.filters, one)))
  const left = all.filter((filter) => !shown.includes(filter))
  return (
    <Dialog
      title="Filter"
      description={`Vis bare ${entity.noun.many} som passer`}
      onClose={onClose}
      footer={
        <>
          <Button
            onClick={() => {
              state.change({ filters: {} })
              setShown([])
            }}
            disabled={shown.length === 0}
          >
            Fjern alle
          </Button>
          <Button look="primary" onClick={onClose}>
            Vis listen
          </Button>
        </>
      }
    >
      {shown.map((filter) => (
        <Column
          key={filter.key}
          entity={entity}
          state={state}
          filter={filter}
          onClose={() => setShown(shown.filter((other) => other !== filter))}
        />
      ))}
      <div className="px-5 py-4">
        <Select
          aria-label="Legg til filter"
          value=""
          onChange={({ target }) =>
            setShown([...shown, ...left.filter(({ key }) => key === target.value)])
          }
          options={[
            ['', 'Legg til filter...'],
            ...left.map(({ key, label }) => [key, label] as const),
          ]}
        />
      </div>
    </Dialog>
  )
}
