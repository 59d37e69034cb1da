import { Image as ImageIcon, Pencil, Trash2 } from 'lucide-react'
import { valueAt, type AnyRecord } from '#contracts/entity.ts'
import { capitalized } from '#contracts/text.ts'
import { Badge } from '../lib/badge.tsx'
import { Button } from '../lib/button.tsx'
import { ChangedNotice } from '../lib/changed-notice.tsx'
import { CopyButton } from '../lib/copy-button.tsx'
import { DialogButton } from '../lib/dialog-button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { recordLink, recordTitle } from '../lib/records.ts'
import { useMay } from '../session/session.ts'
import type { Catalogue } from './definition.ts'
import { HistoryButton } from './history-button.tsx'
import { OpenedRecord } from './opened-record.tsx'
import { RecordDetails } from './record-details.tsx'

type FootProps = {
  definition: Catalogue
  row: AnyRecord
  open: (kind: 'edit') => (row: AnyRecord) => void
  onDelete: (row: AnyRecord) => void
}

const Foot = ({ definition, row, open, onDelete }: FootProps) => {
  const { entity } = definition
  const mayEdit = useMay('edit')
  const title = recordTitle(entity, row)
  const src = valueAt(row, 'image') as string | null | undefined
  return (
    <>
      <CopyButton text={recordLink(entity.name, row.id)} label="Kopier lenke" />
      {src && (
        <DialogButton icon={<ImageIcon />} dialog={ImageDialog} with={{ title, src }}>
          Vis bilde
        </DialogButton>
      )}
      <HistoryButton subject={{ entity: entity.name, id: row.id }} title={title} />
      {mayEdit && (
        <>
          <Button icon={<Trash2 />} onClick={() => onDelete(row)}>
            Slett
          </Button>
          <Button look="primary" icon={<Pencil />} onClick={() => open('edit')(row)}>
            Rediger
          </Button>
        </>
      )}
    </>
  )
}

type DetailsProps = FootProps & { onClose: () => void }

const Details = ({ onClose, ...rest }: DetailsProps) => {
  const { definition, row } = rest
  const { entity } = definition
  const text = (key: string) => (valueAt(row, key) as string | null | undefined) || ''
  const title = `${capitalized(entity.noun.one)}: ${recordTitle(entity, row)}`
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
      footer={<Foot {...rest} />}
    >
      <RecordDetails definition={definition} row={row} title={title} />
      <ChangedNotice over="dialog" of={entity.name} id={row.id} />
    </Dialog>
  )
}

type Props = Omit<DetailsProps, 'row'> & { id: string }

export const DetailsDialog = ({ id, ...rest }: Props) => (
  <OpenedRecord<AnyRecord> of={rest.definition.entity.name} id={id} onClose={rest.onClose}>
    {(row) => <Details {...rest} row={row} />}
  </OpenedRecord>
)
