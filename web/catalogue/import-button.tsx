import { Upload } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '#contracts/entity.ts'
import { Button } from '../lib/button.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { useAddressAction } from '../lib/use-address-action.ts'

const CsvImportDialog = lazyDialog(
  () => import('../csv-import/csv-import-dialog.tsx'),
  'CsvImportDialog',
)

export const ImportButton = ({ entity }: { entity: Entity }) => {
  const [open, setOpen] = useState(false)
  useAddressAction('importer', () => setOpen(true))
  return (
    <>
      <Button
        icon={<Upload />}
        onClick={() => setOpen(true)}
        onPointerEnter={CsvImportDialog.preload}
        onFocus={CsvImportDialog.preload}
      >
        <span className="max-sm:sr-only">Importer CSV</span>
      </Button>
      {open && <CsvImportDialog entity={entity} onClose={() => setOpen(false)} />}
    </>
  )
}
