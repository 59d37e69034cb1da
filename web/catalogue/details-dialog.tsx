import { History, Image as ImageIcon, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { valueAt, type AnyRecord } from '#contracts/entity.ts'
import { HistoryDialog } from '../history/lazy-history-dialog.ts'
import { Badge } from '../lib/badge.tsx'
import { Button } from '../lib/button.tsx'
import { ChangedNotice } from '../lib/changed-notice.tsx'
import { CopyLink } from '../lib/copy-link.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { capitalise } from '../lib/text.ts'
import { useMay } from '../session/session.ts'
import { nameOf, type Catalogue } from './definition.ts'
import { OpenedRecord } from './opened-record.tsx'
import { RecordDetails } from './record-details.tsx'

type Actions = {
  onImage: (row: AnyRecord) => void
  onEdit: (row: AnyRecord) => void
  onDelete: (row: AnyRecord) => void
}
type FootProps = Actions & { definition: Catalogue; row: AnyRecord; onHistory: () => void }

const Foot = ({ definition, row, onImage, onEdit, onDelete, onHistory }: FootProps) => {
  const mayEdit = useMay('edit')
  const maySeeHistory = useMay('history')
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
      <CopyLink of={definition.entity.name} id={row.id} />
      {valueAt(row, 'image') && (
        <Button icon={<ImageIcon />} onClick={() => onImage(row)}>
          Vis bilde
        </Button>
      )}
      {maySeeHistory && (
        <Button icon={<History />} onClick={onHistory}>
          Historikk
        </Button>
      )}
      {mayEdit && (
        <>
          <Button icon={<Trash2 />} onClick={() => onDelete(row)}>
            Slett
          </Button>
          <Button look="primary" icon={<Pencil />} onClick={() => onEdit(row)}>
            Rediger
          </Button>
        </>
      )}
    </footer>
  )
}

type DetailsProps = Actions & { definition: Catalogue; row: AnyRecord; onClose: () => void }

const Details = ({ definition, row, onClose, ...actions }: DetailsProps) => {
  const [historyOpen, setHistoryOpen] = useState(false)
  const { entity } = definition
  const text = (key: string) => (valueAt(row, key) as string | null | undefined) || ''
  const name = nameOf(definition, row)
  const title = `${capitalise(entity.noun.one)}: ${name}`
  const numbers = [text('itoArticlenumber'), text('supplierArticlenumber')].filter(Boolean)
  return (
    <Dialog
      hasAddress
      onClose={onClose}
      title={title}
      description={numbers.join(' · ')}
      badge={text('type') && <Badge tone="accent">{text('type')}</Badge>}
      size="xl"
      readable
      footer={
        <Foot
          {...actions}
          definition={definition}
          row={row}
          onHistory={() => setHistoryOpen(true)}
        />
      }
    >
      <RecordDetails
        definition={definition}
        row={row}
        title={title}
        onImage={() => actions.onImage(row)}
      />
      <ChangedNotice over="dialog" of={entity.name} id={row.id} />
      {historyOpen && (
        <HistoryDialog
          subject={{ entity: entity.name, id: row.id }}
          title={name}
          onClose={() => setHistoryOpen(false)}
        />
      )}
    </Dialog>
  )
}

export type DetailsDialogProps = Omit<DetailsProps, 'row'> & { id: string }

/** The record that the address names, to read. */
export const DetailsDialog = ({ id, ...rest }: DetailsDialogProps) => (
  <OpenedRecord<AnyRecord>
    noun={capitalise(rest.definition.entity.noun.one)}
    of={rest.definition.entity.name}
    id={id}
    onClose={rest.onClose}
  >
    {(row) => <Details {...rest} row={row} />}
  </OpenedRecord>
)
