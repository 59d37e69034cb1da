import { Upload } from 'lucide-react'
import { createContext, use, useState, type ReactNode } from 'react'
import type { Entity } from '#contracts/entity.ts'
import { Button } from '../lib/button.tsx'

type ImportDialog = {
  readonly show: (props: { entity: Entity; onClose: () => void }) => ReactNode
  readonly preload: () => void
}

/** The import is a feature of its own: the app says which dialog it is. */
export const ImportDialogContext = createContext<ImportDialog | null>(null)

export const ImportButton = ({ entity }: { entity: Entity }) => {
  const dialog = use(ImportDialogContext)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<Upload aria-hidden />}
        onClick={() => setOpen(true)}
        onPointerEnter={dialog?.preload}
        onFocus={dialog?.preload}
      >
        Importer CSV
      </Button>
      {open && dialog?.show({ entity, onClose: () => setOpen(false) })}
    </>
  )
}
