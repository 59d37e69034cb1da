import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '#contracts/entity.ts'
import { Button } from '../lib/button.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { useMarks } from '../lib/list/selection.ts'
import type { BulkProps } from './bulk-dialog.tsx'

const ChangeDialog = lazyDialog<BulkProps>(() =>
  import('./change-dialog.tsx').then((m) => m.ChangeDialog),
)
const DeleteDialog = lazyDialog<BulkProps>(() =>
  import('./delete-dialog.tsx').then((m) => m.DeleteDialog),
)

type Opened = { readonly what: 'change' | 'delete'; readonly ids: readonly number[] }

/** What can be done with the records of a list that are marked. */
export const BulkActions = ({ entity }: { entity: Entity }) => {
  const marks = useMarks()
  const [opened, setOpened] = useState<Opened | null>(null)
  if (!marks) return null
  const open = (what: Opened['what']) =>
    setOpened({ what, ids: [...marks.ids].map(Number).toSorted((a, b) => a - b) })
  const Opened = opened?.what === 'delete' ? DeleteDialog : ChangeDialog
  return (
    <>
      <Button
        icon={<Pencil />}
        onClick={() => open('change')}
        onPointerEnter={ChangeDialog.preload}
        onFocus={ChangeDialog.preload}
      >
        Endre
      </Button>
      <Button
        icon={<Trash2 />}
        className="hover:text-danger"
        onClick={() => open('delete')}
        onPointerEnter={DeleteDialog.preload}
        onFocus={DeleteDialog.preload}
      >
        Slett
      </Button>
      {opened && (
        <Opened
          entity={entity}
          ids={opened.ids}
          onDone={marks.clear}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
