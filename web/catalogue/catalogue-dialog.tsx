import type { ComponentProps } from 'react'
import { valueAt, type AnyRecord } from '#contracts/entity.ts'
import { EntityFormDialog } from '../form/entity-form-dialog.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { recordTitle } from '../lib/records.ts'
import type { Catalogue } from './definition.ts'
import { HistoryDialog } from './history-button.tsx'
import { Offers } from './offers.tsx'

export type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'image' | 'history'; row: AnyRecord }

type Props = Pick<ComponentProps<typeof EntityFormDialog>, 'next' | 'onMade' | 'onClose'> & {
  definition: Pick<Catalogue, 'entity' | 'form' | 'formSize'>
  dialog: OpenDialog
}

const OffersBelow = (props: Parameters<typeof Offers>[0]) => (
  <section className="border-t border-line pt-5">
    <h3 className="mb-1 text-base font-semibold">Andre leverandører</h3>
    <p className="mb-2 text-sm text-muted">Endringer her lagres med en gang.</p>
    <Offers {...props} />
  </section>
)

export const CatalogueDialog = ({ definition, dialog, ...rest }: Props) => {
  const { entity, form, formSize = 'lg' } = definition
  const row = dialog.kind === 'create' ? undefined : dialog.row
  const title = row ? recordTitle(entity, row) : ''
  if (dialog.kind === 'history')
    return (
      <HistoryDialog
        subject={{ entity: entity.name, id: dialog.row.id }}
        title={title}
        onClose={rest.onClose}
      />
    )
  if (dialog.kind === 'image')
    return (
      <ImageDialog
        title={title}
        src={valueAt(dialog.row, 'image') as string | null}
        onClose={rest.onClose}
      />
    )
  return (
    <EntityFormDialog
      entity={entity}
      item={row}
      sections={form}
      size={formSize}
      below={row && entity.priced && <OffersBelow entity={entity} row={row} />}
      {...rest}
    />
  )
}
