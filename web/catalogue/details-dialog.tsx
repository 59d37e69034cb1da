import { Image as ImageIcon, Pencil, Trash2 } from 'lucide-react'
import { valueAt, type AnyRecord } from '#contracts/entity.ts'
import { capitalized } from '#contracts/text.ts'
import { Badge } from '../lib/badge.tsx'
import { Button } from '../lib/button.tsx'
import { ChangedNotice } from '../lib/changed-notice.tsx'
import { CopyButton } from '../lib/copy-button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { recordLink, recordTitle } from '../lib/records.ts'
import { useMay } from '../session/session.ts'
import type { Catalogue } from './definition.ts'
import { HistoryButton } from './history-button.tsx'
import { OpenedRecord } from './opened-record.tsx'
import { RecordDetails } from './record-details.tsx'

type Actions = {
  onImage: (row: AnyRecord) => void
  onEdit: (row: AnyRecord) => void
  onDelete: (row: AnyRecord) => void
}
type FootProps = Actions & { definition: Catalogue; row: AnyRecord }

const Foot = ({ definition, row, onImage, onEdit, onDelete }: FootProps) => {
  const { entity } = definition
  const mayEdit = useMay('edit')
  return (
    <>
      <CopyButton text={recordLink(entity.name, row.id)} label="Kopier lenke" />
      {valueAt(row, 'image') && (
        <Button icon={<ImageIcon />} onClick={() => onImage(row)}>
          Vis bilde
        </Button>
      )}
      <HistoryButton
        subject={{ entity: entity.name, id: row.id }}
        title={recordTitle(entity, row)}
      />
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
    </>
  )
}

type DetailsProps = FootProps & { onClose: () => void }

const Details = ({ definition, row, onClose, ...actions }: DetailsProps) => {
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
      footer={<Foot {...actions} definition={definition} row={row} />}
    >
      <RecordDetails
        definition={definition}
        row={row}
        title={title}
        onImage={() => actions.onImage(row)}
      />
      <ChangedNotice over="dialog" of={entity.name} id={row.id} />
    </Dialog>
  )
}

type Props = Omit<DetailsProps, 'row'> & { id: string }

export const DetailsDialog = ({ id, ...rest }: Props) => (
  <OpenedRecord<AnyRecord>
    noun={capitalized(rest.definition.entity.noun.one)}
    of={rest.definition.entity.name}
    id={id}
    onClose={rest.onClose}
  >
    {(row) => <Details {...rest} row={row} />}
  </OpenedRecord>
)
