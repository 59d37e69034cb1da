import { Upload } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '#contracts/entity.ts'
import { Button } from '../button.tsx'
import { lazyDialog } from '../lazy-dialog.tsx'

type Props = { entity: Entity; open: boolean; onClose: () => void }

const CsvImportDialog = lazyDialog<Props>(() =>
  import('../../csv-import/csv-import-dialog.tsx').then((m) => m.CsvImportDialog),
)

export const ImportButton = ({ entity }: { entity: Entity }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<Upload aria-hidden />}
        onClick={() => setOpen(true)}
        onPointerEnter={CsvImportDialog.preload}
        onFocus={CsvImportDialog.preload}
      >
        Importer CSV
      </Button>
      {open && <CsvImportDialog entity={entity} open onClose={() => setOpen(false)} />}
    </>
  )
}
