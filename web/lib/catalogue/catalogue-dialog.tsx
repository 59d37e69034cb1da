import { Image as ImageIcon, Pencil, Trash2 } from 'lucide-react'
import { useMay } from '../../session/session.ts'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { DetailDialog } from '../detail-dialog.tsx'
import { EntityFormDialog } from '../form/entity-form-dialog.tsx'
import { ImagePreview } from '../image-preview.tsx'
import { plain, type Row } from '../row.ts'
import { capitalised } from '../words.ts'
import { nameOf, type CatalogueDefinition } from './definition.ts'
import { detailSectionsOf } from './detail-sections.ts'

export type OpenDialog = { kind: 'create' | 'edit' | 'details' | 'image'; row?: Row }

export type CatalogueDialogProps = {
  definition: CatalogueDefinition
  dialog: OpenDialog
  onOpen: (dialog: OpenDialog) => void
  onDelete: (row: OpenDialog['row'] & object) => void
  onClose: () => void
}

const typeBadge = (row: object & { type?: unknown }) =>
  typeof row.type === 'string' && row.type !== '' ? <Badge tone="accent">{row.type}</Badge> : null

const Details = ({ definition, dialog, onOpen, onDelete, onClose }: CatalogueDialogProps) => {
  const mayEdit = useMay('edit')
  const row = dialog.row!
  const { entity } = definition
  const name = nameOf(definition, row)
  const image = 'image' in entity.fields ? ((row['image'] as string | null) ?? null) : undefined
  const numbers = [plain(row, 'itoArticlenumber'), plain(row, 'supplierArticlenumber')]
    .filter(Boolean)
    .join(' · ')
  return (
    <DetailDialog
      open
      onClose={onClose}
      title={`${capitalised(entity.noun.one)}: ${name}`}
      subtitle={numbers || undefined}
      badge={typeBadge(row)}
      image={image}
      onImage={() => onOpen({ kind: 'image', row })}
      sections={detailSectionsOf(definition, row)}
      actions={
        <>
          {image && (
            <Button icon={<ImageIcon aria-hidden />} onClick={() => onOpen({ kind: 'image', row })}>
              Vis bilde
            </Button>
          )}
          {mayEdit && (
            <>
              <Button icon={<Trash2 aria-hidden />} onClick={() => onDelete(row)}>
                Slett
              </Button>
              <Button
                look="primary"
                icon={<Pencil aria-hidden />}
                onClick={() => onOpen({ kind: 'edit', row })}
              >
                Rediger
              </Button>
            </>
          )}
        </>
      }
    >
      {definition.detailsBelow?.(row)}
    </DetailDialog>
  )
}

export const CatalogueDialog = (props: CatalogueDialogProps) => {
  const { definition, dialog, onClose } = props
  const { entity, form, formSize = 'lg', controls = {} } = definition
  if (dialog.kind === 'details') return <Details {...props} />
  if (dialog.kind === 'image')
    return (
      <ImagePreview
        open
        onClose={onClose}
        title={nameOf(definition, dialog.row!)}
        src={dialog.row!['image'] as string | null}
      />
    )
  return (
    <EntityFormDialog
      entity={entity}
      item={dialog.row}
      sections={form}
      size={formSize}
      controls={controls}
      onClose={onClose}
    />
  )
}
