import { Eye, Pencil, Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Entity } from '#contracts/entity.ts'
import { useMay } from '../../session/session.ts'
import { Button } from '../button.tsx'
import { DataList } from '../list/data-list.tsx'
import type { RowAction } from '../list/list-props.ts'
import { useListState } from '../list/use-list-state.ts'
import { PageFrame } from '../page-frame.tsx'
import type { Row } from '../row.ts'
import { columnsOf } from './columns.ts'
import { anyDefinition, type CatalogueDefinition } from './definition.ts'
import type { OpenDialog } from './catalogue-dialog.tsx'
import { CatalogueDialog } from './dialogs.ts'
import { ImportButton } from './import-button.tsx'
import { useCatalogueView } from './use-catalogue-view.ts'
import { useDelete } from './use-delete.ts'

const icon = {
  edit: <Pencil aria-hidden />,
  remove: <Trash2 aria-hidden />,
  view: <Eye aria-hidden />,
}

const nothing: readonly string[] = []

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button
    look="primary"
    icon={<Plus aria-hidden />}
    onClick={onClick}
    onPointerEnter={CatalogueDialog.preload}
    onFocus={CatalogueDialog.preload}
  >
    {label}
  </Button>
)

/** A screen of the catalogue, from its definition: list, cards, details, forms, delete and import. */
export const CatalogueScreen = <E extends Entity>({
  definition: given,
}: {
  definition: CatalogueDefinition<E>
}) => {
  const definition = anyDefinition(given)
  const {
    entity,
    text,
    detail,
    preview = false,
    card,
    cardColumns = 4,
    hidden = nothing,
  } = definition
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const mayEdit = useMay('edit')
  const columns = useMemo(() => columnsOf(definition), [definition])
  const state = useListState(entity.name, { view: 'list', hidden })
  const view = useCatalogueView(entity, columns, state)
  const remove = useDelete(entity)
  const close = () => setDialog(null)

  const actions: readonly RowAction<Row>[] = [
    ...(preview
      ? [
          {
            label: 'Vis',
            icon: icon.view,
            onSelect: (row: Row) => setDialog({ kind: 'image' as const, row }),
          },
        ]
      : []),
    ...(mayEdit
      ? [
          {
            label: 'Rediger',
            icon: icon.edit,
            onSelect: (row: Row) => setDialog({ kind: 'edit' as const, row }),
          },
          {
            label: 'Slett',
            icon: icon.remove,
            destructive: true,
            onSelect: (row: Row) => void remove(row),
          },
        ]
      : []),
  ]
  const create = () => setDialog({ kind: 'create' })

  return (
    <PageFrame
      fill
      title={text.title}
      description={text.description}
      action={mayEdit && <AddButton label={text.add} onClick={create} />}
      secondaryAction={mayEdit && entity.csv && <ImportButton entity={entity} />}
    >
      <DataList
        name={entity.name}
        items={entity.noun.many}
        state={state}
        view={view}
        columns={columns}
        actions={actions}
        {...(detail && { onOpen: (row: Row) => setDialog({ kind: 'details', row }) })}
        card={card}
        cardColumns={cardColumns}
        searchPlaceholder={text.search}
        {...(text.loading && { loadingText: text.loading })}
        emptyText={text.empty}
        emptyAction={mayEdit && <AddButton label="Opprett den første" onClick={create} />}
      />
      {dialog && (
        <CatalogueDialog
          definition={definition}
          dialog={dialog}
          onOpen={setDialog}
          onDelete={(row) => {
            close()
            void remove(row)
          }}
          onClose={close}
        />
      )}
    </PageFrame>
  )
}
