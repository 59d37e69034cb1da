import { ListFilter } from 'lucide-react'
import { DialogButton } from '../../dialog-button.tsx'
import { lazyDialog } from '../../lazy-dialog.tsx'
import type { FilterDialogProps } from './filter-dialog.tsx'

const FilterDialog = lazyDialog(async () => (await import('./filter-dialog.tsx')).FilterDialog)

export const FilterButton = (props: Omit<FilterDialogProps, 'onClose'>) => (
  <DialogButton icon={<ListFilter />} title="Filter" dialog={FilterDialog} with={props}>
    <span className="max-sm:sr-only">Filter</span>
  </DialogButton>
)
