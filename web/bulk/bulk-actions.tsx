import { Pencil, Trash2 } from 'lucide-react'
import type { Entity } from '#contracts/entity.ts'
import { DialogButton } from '../lib/dialog-button.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { useMarks } from '../lib/list/selection.ts'

const load = () => import('./bulk-dialogs.tsx')
const ChangeDialog = lazyDialog(async () => (await load()).ChangeDialog)
const DeleteDialog = lazyDialog(async () => (await load()).DeleteDialog)

export const BulkActions = ({ entity }: { entity: Entity }) => {
  const marks = useMarks()
  if (!marks) return null
  const ids = [...marks.ids].map(Number).toSorted((a, b) => a - b)
  const bulk = { entity, ids, onDone: marks.clear }
  return (
    <>
      <DialogButton icon={<Pencil />} dialog={ChangeDialog} with={bulk}>
        Endre
      </DialogButton>
      <DialogButton
        icon={<Trash2 />}
        className="hover:text-danger"
        dialog={DeleteDialog}
        with={bulk}
      >
        Slett
      </DialogButton>
    </>
  )
}
