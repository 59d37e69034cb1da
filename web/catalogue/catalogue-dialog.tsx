import { History, Image as ImageIcon, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { valueAt, type AnyRecord } from '#contracts/entity.ts'
import { EntityFormDialog } from '../form/entity-form-dialog.tsx'
import { HistoryDialog } from '../history/lazy-history-dialog.ts'
import { Badge } from '../lib/badge.tsx'
import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { ImagePreview } from '../lib/image-preview.tsx'
import { capitalise } from '../lib/text.ts'
import { useMay } from '../session/session.ts'
import { nameOf, type Catalogue } from './definition.ts'
import { RecordDetails } from './record-details.tsx'

export type OpenDialog =
  | { kind: 'create' }
  | { kind: 'edit' | 'details' | 'image' | 'history'; row: AnyRecord }

export type CatalogueDialogProps = {
  definition: Catalogue
  dialog: OpenDialog
  onOpen: (dialog: OpenDialog) => void
  onDelete: (row: AnyRecord) => void
  onClose: () => void
}

type HistoryProps = Pick<CatalogueDialogProps, 'definition' | 'onClose'> & { row: AnyRecord }

const RecordHistory = ({ definition, row, onClose }: HistoryProps) => (
  <HistoryDialog
    subject={{ entity: definition.entity.name, id: row.id }}
    title={nameOf(definition, row)}
    onClose={onClose}
  />
)

const Details = ({
  definition,
  row,
  onOpen,
  onDelete,
  onClose,
}: CatalogueDialogProps & { row: AnyRecord }) => {
  const mayEdit = useMay('edit')
  const maySeeHistory = useMay('history')
  const [historyOpen, setHistoryOpen] = useState(false)
  const text = (key: string) => (valueAt(row, key) as string | null | undefined) || ''
  const title = `${capitalise(definition.entity.noun.one)}: ${nameOf(definition, row)}`
  const numbers = [text('itoArticlenumber'), text('supplierArticlenumber')].filter(Boolean)
  const onImage = () => onOpen({ kind: 'image', row })
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={numbers.join(' · ')}
      badge={text('type') && <Badge tone="accent">{text('type')}</Badge>}
      size="xl"
      readable
      footer={
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
          {text('image') && (
            <Button icon={<ImageIcon />} onClick={onImage}>
              Vis bilde
            </Button>
          )}
          {maySeeHistory && (
            <Button icon={<History />} onClick={() => setHistoryOpen(true)}>
              Historikk
            </Button>
          )}
          {mayEdit && (
            <>
              <Button icon={<Trash2 />} onClick={() => onDelete(row)}>
                Slett
              </Button>
              <Button
                look="primary"
                icon={<Pencil />}
                onClick={() => onOpen({ kind: 'edit', row })}
              >
                Rediger
              </Button>
            </>
          )}
        </footer>
      }
    >
      <RecordDetails definition={definition} row={row} title={title} onImage={onImage} />
      {historyOpen && (
        <RecordHistory definition={definition} row={row} onClose={() => setHistoryOpen(false)} />
      )}
    </Dialog>
  )
}

/** Everything that opens over a catalogue list: forms, details, image. */
export const CatalogueDialog = (props: CatalogueDialogProps) => {
  const { definition, dialog, onClose } = props
  const { entity, form, formSize = 'lg' } = definition
  if (dialog.kind === 'details') return <Details {...props} row={dialog.row} />
  if (dialog.kind === 'history')
    return <RecordHistory definition={definition} row={dialog.row} onClose={onClose} />
  if (dialog.kind === 'image')
    return (
      <ImagePreview
        onClose={onClose}
        title={nameOf(definition, dialog.row)}
        src={valueAt(dialog.row, 'image') as string | null}
      />
    )
  return (
    <EntityFormDialog
      entity={entity}
      item={dialog.kind === 'edit' ? dialog.row : undefined}
      sections={form}
      size={formSize}
      onClose={onClose}
    />
  )
}
