import { Bookmark } from 'lucide-react'
import { DialogButton } from '../../dialog-button.tsx'
import { lazyDialog } from '../../lazy-dialog.tsx'
import type { ViewsDialogProps } from './views-dialog.tsx'

const ViewsDialog = lazyDialog(async () => (await import('./views-dialog.tsx')).ViewsDialog)

export const ViewsButton = (props: Omit<ViewsDialogProps, 'onClose'>) => (
  <DialogButton icon={<Bookmark />} title="Visninger" dialog={ViewsDialog} with={props}>
    <span className="max-lg:sr-only">Visninger</span>
  </DialogButton>
)
