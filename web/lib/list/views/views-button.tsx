import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../button.tsx'
import { lazyDialog } from '../../lazy-dialog.tsx'
import type { ListState } from '../use-list-state.ts'
import type { ViewsDialogProps } from './views-dialog.tsx'

const ViewsDialog = lazyDialog<ViewsDialogProps>(() =>
  import('./views-dialog.tsx').then((m) => m.ViewsDialog),
)

type Props = { list: string; state: ListState; mayShare: boolean }

/** The list as it is set up now, kept by a name; and those that were kept before. */
export const ViewsButton = (props: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        icon={<Bookmark />}
        title="Visninger"
        onClick={() => setIsOpen(true)}
        onPointerEnter={ViewsDialog.preload}
        onFocus={ViewsDialog.preload}
      >
        <span className="max-lg:sr-only">Visninger</span>
      </Button>
      {isOpen && <ViewsDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
