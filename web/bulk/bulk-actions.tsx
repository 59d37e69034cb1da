import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '#contracts/entity.ts'
import { Button } from '../lib/button.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { useMarks } from '../lib/list/selection.ts'
import type { BulkDialogProps } from './change-dialog.tsx'

const ChangeDialog = lazyDialog<BulkDialogProps>(() =>
  import('./change-dialog.tsx').then((m) => m.ChangeDialog),
)

/** What can be done with the records of a list that are marked. */
export const BulkActions = ({ entity }: { entity: Entity }) => {
  const marks = useMarks()
  const [ids, setIds] = useState<readonly number[] | null>(null)
  if (!marks) return null
  return (
    <>
      <Button
        icon={<Pencil />}
        onClick={() => setIds([...marks.ids].map(Number).toSorted((a, b) => a - b))}
        onPointerEnter={ChangeDialog.preload}
        onFocus={ChangeDialog.preload}
      >
        Endre
      </Button>
      {ids && (
        <ChangeDialog entity={entity} ids={ids} onDone={marks.clear} onClose={() => setIds(null)} />
      )}
    </>
  )
}
