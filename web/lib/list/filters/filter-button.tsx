import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '#contracts/entity.ts'
import { Button } from '../../button.tsx'
import { lazyDialog } from '../../lazy-dialog.tsx'
import type { ListControl } from '../use-list-state.ts'
import type { FilterDialogProps } from './filter-dialog.tsx'

const FilterDialog = lazyDialog<FilterDialogProps>(() =>
  import('./filter-dialog.tsx').then((m) => m.FilterDialog),
)

/** What a list is narrowed to, column by column. */
export const FilterButton = ({ entity, state }: { entity: Entity; state: ListControl }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        icon={<ListFilter />}
        title="Filter"
        onClick={() => setIsOpen(true)}
        onPointerEnter={FilterDialog.preload}
        onFocus={FilterDialog.preload}
      >
        <span className="max-sm:sr-only">Filter</span>
      </Button>
      {isOpen && <FilterDialog entity={entity} state={state} onClose={() => setIsOpen(false)} />}
    </>
  )
}
