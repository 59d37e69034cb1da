import { Plus, Upload } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { bulkKeys } from '#contracts/bulk-fields.ts'
import type { AnyRecord } from '#contracts/entity.ts'
import { filterParameters } from '#contracts/list/filters.ts'
import { agreeingWith } from '#contracts/noun.ts'
import { capitalized } from '#contracts/text.ts'
import { BulkActions } from '../bulk/bulk-actions.tsx'
import { DialogButton } from '../lib/dialog-button.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { DataList } from '../lib/list/data-list.tsx'
import { firstView, useListState } from '../lib/list/use-list-state.ts'
import { useRowsView } from '../lib/list/use-rows-view.ts'
import { ViewsButton } from '../lib/list/views/views-button.tsx'
import { useDialogOver, useOpenRecord } from '../lib/open-record.ts'
import { PageFrame } from '../lib/page-frame.tsx'
import { useMay } from '../session/session.ts'
import { Card } from './card.tsx'
import { cardLinesOf, columnsOf } from './columns.tsx'
import type { OpenDialog } from './catalogue-dialog.tsx'
import type { Catalogue } from './definition.ts'
import { useDelete, useRowActions } from './row-actions.tsx'

const CatalogueDialog = lazyDialog(
  async () => (await import('./catalogue-dialog.tsx')).CatalogueDialog,
)
const CsvImportDialog = lazyDialog(
  async () => (await import('../csv-import/csv-import-dialog.tsx')).CsvImportDialog,
)
const DetailsDialog = lazyDialog(async () => (await import('./details-dialog.tsx')).DetailsDialog)

const useCatalogueList = (definition: Catalogue) => {
  const { entity, hidden, card, cardColumns = 4, loadingText } = definition
  const columns = useMemo(() => columnsOf(definition), [definition])
  const cardLines = useMemo(() => cardLinesOf(definition), [definition])
  const state = useListState(entity.name, {
    sort: { key: entity.title, descending: false },
    view: firstView(),
    parameters: filterParameters(entity),
    hidden,
    hiddenOnCards: cardLines.slice(card.length).map(({ key }) => key),
  })
  const mayEdit = useMay('edit')
  const linesShown = cardLines.filter(({ key }) => !state.hiddenOnCards.includes(key))
  return {
    name: entity.name,
    items: entity.noun.many,
    entity,
    state,
    view: useRowsView(entity.name, columns, state),
    columns,
    card: (row: AnyRecord) => <Card definition={definition} row={row} lines={linesShown} />,
    cardLines,
    cardColumns,
    tools: <ViewsButton list={entity.name} state={state} mayShare={mayEdit} />,
    markedActions: mayEdit && bulkKeys(entity).length > 0 && <BulkActions entity={entity} />,
    ...(loadingText && { loadingText }),
  }
}

type AddProps = { definition: Catalogue; action?: string; children: ReactNode }

const AddButton = ({ definition, ...button }: AddProps) => (
  <DialogButton
    look="primary"
    icon={<Plus />}
    dialog={CatalogueDialog}
    with={{ definition, dialog: { kind: 'create' } }}
    {...button}
  />
)

const HeadButtons = ({ definition }: { definition: Catalogue }) => (
  <>
    {definition.entity.csv && (
      <DialogButton
        icon={<Upload />}
        dialog={CsvImportDialog}
        with={{ entity: definition.entity }}
        action="importer"
      >
        <span className="max-sm:sr-only">Importer CSV</span>
      </DialogButton>
    )}
    <AddButton definition={definition} action="ny">
      <span>
        Legg til <span className="max-sm:sr-only">{definition.entity.noun.one}</span>
      </span>
    </AddButton>
  </>
)

const useOpened = ({ name }: Catalogue['entity']) => {
  const record = useOpenRecord(name)
  const [dialog, setDialog] = useDialogOver<OpenDialog>(record.id)
  const open = (kind: 'image' | 'edit' | 'history') => (row: AnyRecord) => setDialog({ kind, row })
  return { record, dialog, open, close: () => setDialog(null) }
}

/** A complete screen generated from its definition: list, cards, details, forms, delete and import. */
export const CatalogueScreen = ({ definition }: { definition: Catalogue }) => {
  const { entity, rowsOpen } = definition
  const { noun } = entity
  const mayEdit = useMay('edit')
  const { record, dialog, open, close } = useOpened(entity)
  const list = useCatalogueList(definition)
  const remove = useDelete(entity, ({ id }) => String(id) === record.id && record.close())
  const actions = useRowActions(definition, open, remove)
  return (
    <PageFrame
      fill
      title={capitalized(noun.many)}
      description={definition.description}
      action={mayEdit && <HeadButtons definition={definition} />}
    >
      <DataList
        {...list}
        actions={actions}
        {...(rowsOpen && list.state.view === 'list' && { onOpen: (row) => record.open(row.id) })}
        emptyAction={
          mayEdit && (
            <AddButton
              definition={definition}
            >{`Opprett ${agreeingWith(noun).it} første`}</AddButton>
          )
        }
      />
      {dialog && (
        <CatalogueDialog
          definition={definition}
          dialog={dialog}
          // In place of the open record, which somebody has deleted.
          {...(record.id !== null && { onMade: record.close })}
          onClose={close}
        />
      )}
      {record.id !== null && !dialog && (
        <DetailsDialog
          definition={definition}
          id={record.id}
          open={open}
          onDelete={remove}
          onClose={record.close}
        />
      )}
    </PageFrame>
  )
}
