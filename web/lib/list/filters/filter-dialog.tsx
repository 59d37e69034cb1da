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
  const [keys, setKeys] = useState(() =>
    all.filter((filter) => isActive(state.filters, filter)).map(({ key }) => key),
  )
  const left = all.filter(({ key }) => !keys.includes(key))
  const remove = (key: string) => setKeys(keys.filter((other) => other !== key))
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
              setKeys([])
            }}
            disabled={keys.length === 0}
          >
            Fjern alle
          </Button>
          <Button look="primary" onClick={onClose}>
            Vis listen
          </Button>
        </>
      }
    >
      {keys.map((key) => (
        <Column
          key={key}
          entity={entity}
          state={state}
          filter={all.find((filter) => filter.key === key)!}
          onClose={() => remove(key)}
        />
      ))}
      <div className="px-5 py-4">
        <Select
          aria-label="Legg til filter"
          value=""
          onChange={({ target }) => setKeys([...keys, target.value])}
          options={[
            ['', 'Legg til filter...'],
            ...left.map(({ key, label }) => [key, label] as const),
          ]}
        />
      </div>
    </Dialog>
  )
}
