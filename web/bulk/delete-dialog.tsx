import { useEffect, useRef } from 'react'
import { assembly } from '#contracts/catalogue/assembly.ts'
import { Button } from '../lib/button.tsx'
import { count } from '../lib/format.ts'
import { BulkDialog, useBulkDialog, type BulkProps } from './bulk-dialog.tsx'
import { affected } from './bulk-result.tsx'

const kept = 'Det som er i bruk, blir stående.'
const takenOut = 'De tas også ut av sammenstillingene de er i.'

/** Deletes many records: shows first what is in use and stays, and then does exactly that. */
export const DeleteDialog = (props: BulkProps) => {
  const dialog = useBulkDialog(props)
  const { busy, named } = dialog
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void dialog.check('delete', { ids: props.ids })
  })
  const remove = (id: string, few: number) => (
    <Button look="danger" disabled={busy || few === 0} onClick={() => void dialog.run(id)}>
      Slett {count(few)} av {named}
    </Button>
  )
  return (
    <BulkDialog
      dialog={dialog}
      title={`Slett ${named}`}
      description={`${props.entity === assembly ? takenOut : kept} Slettingen kan angres etterpå.`}
      why="hvorfor de slettes"
      actions={(shown) => shown && remove(shown.id, shown.answer ? affected(shown.answer) : 0)}
    />
  )
}
