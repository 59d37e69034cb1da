import { Eye, History, Pencil, Plus, Trash2 } from 'lucide-react'
import { useMemo, useRef, type ReactNode } from 'react'
import { BulkActions } from '../bulk/bulk-actions.tsx'
import { bulkKeys } from '#contracts/bulk-fields.ts'
import type { AnyRecord, Entity } from '#contracts/entity.ts'
import { filterParameters } from '#contracts/list/filters.ts'
import { remove } from '../lib/api.ts'
import { Button } from '../lib/button.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { DataList } from '../lib/list/data-list.tsx'
import { firstView, useListState, type ListControl } from '../lib/list/use-list-state.ts'
import type { Column, RowAction, View } from '../lib/list/list-props.ts'
import { useDialogOver, useOpenRecord } from '../lib/open-record.ts'
import { ViewsButton } from '../lib/list/views/views-button.tsx'
import { useLocalView } from '../lib/list/use-local-view.ts'
import { useServerView } from '../lib/list/use-server-view.ts'
import { PageFrame } from '../lib/page-frame.tsx'
import { refresh } from '../lib/refresh.ts'
import { capitalise } from '../lib/text.ts'
import { tellDeleteRefused } from '../lib/delete-refused.tsx'
import { useAllRows } from '../lib/use-rows.ts'
import { useAddressAction } from '../lib/use-address-action.ts'
import { useMay } from '../session/session.ts'
import { Card } from './card.tsx'
import type { CatalogueDialogProps, OpenDialog } from './catalogue-dialog.tsx'
import { cardLinesOf, columnsOf, hiddenOnCards } from './columns.tsx'
import type { DetailsDialogProps } from './details-dialog.tsx'
import { anyDefinition, type CatalogueDefinition } from './definition.ts'
import { tellDeleted } from './undo-delete.ts'
import { ImportButton } from './import-button.tsx'

const CatalogueDialog = lazyDialog<CatalogueDialogProps>(() =>
  import('./catalogue-dialog.tsx').then((m) => m.CatalogueDialog),
)
const DetailsDialog = lazyDialog<DetailsDialogProps>(() =>
  import('./details-dialog.tsx').then((m) => m.DetailsDialog),
)

type AddProps = { children: ReactNode; onClick: () => void }

const AddButton = ({ children, onClick }: AddProps) => (
  <Button
    look="primary"
    icon={<Plus />}
    onClick={onClick}
    onPointerEnter={CatalogueDialog.preload}
    onFocus={CatalogueDialog.preload}
  >
    {children}
  </Button>
)

/** The list of an entity: searched and sorted here while it is short enough, else by the server. */
const useCatalogueView = (
  { name }: Entity,
  columns: readonly Column<AnyRecord>[],
  state: ListControl,
): View<AnyRecord> => {
  const { data, error, mutate } = useAllRows(name)
  const isLong = typeof data === 'number'
  // What a filter means only the server knows.
  const isServed = isLong || Object.keys(state.filters).length > 0
  const total = isLong ? data : data?.length
  const source = { rows: isLong ? undefined : data, error, retry: () => void mutate() }
  const local = useLocalView(source, columns, state)
  const server = useServerView<AnyRecord>(
    `/api/${name}`,
    isServed && total !== undefined ? total : null,
    state,
  )
  // The whole list stays on screen until the narrowed one is here.
  return isServed && (isLong || !server.loading)
    ? { ...server, error: server.error ?? error }
    : local
}

type Open = (kind: 'image' | 'edit' | 'history') => (row: AnyRecord) => void

type OfferedActions = { preview: boolean; history: boolean; edit: boolean }

const actionsOf = (
  offered: OfferedActions,
  open: Open,
  onDelete: (row: AnyRecord) => void,
): readonly RowAction<AnyRecord>[] => {
  const history = { label: 'Historikk', icon: <History />, onSelect: open('history') }
  const view = { label: 'Vis', icon: <Eye />, onSelect: open('image') }
  const edit = { label: 'Rediger', icon: <Pencil />, onSelect: open('edit') }
  const remove = {
    label: 'Slett',
    icon: <Trash2 />,
    destructive: true,
    onSelect: onDelete,
  }
  return [
    ...(offered.preview ? [view] : []),
    ...(offered.history ? [history] : []),
    ...(offered.edit ? [edit, remove] : []),
  ]
}

/** Deletes after a confirmation; a second click on what is being deleted does nothing. */
const useDelete = (entity: Entity, onDeleted: (row: AnyRecord) => void) => {
  const under = useRef(new Set<AnyRecord['id']>())
  const { one } = entity.noun

  return async (row: AnyRecord): Promise<void> => {
    if (under.current.has(row.id)) return
    if (!confirm(`Er du sikker på at du vil slette denne ${entity.noun.the}?`)) return
    under.current.add(row.id)
    try {
      await remove(`/api/${entity.name}/${row.id}`)
      tellDeleted(entity, row)
      onDeleted(row)
      await refresh()
    } catch (error) {
      tellDeleteRefused(error, `Kunne ikke slette ${one}`)
    } finally {
      under.current.delete(row.id)
    }
  }
}

type Props<E extends Entity> = { definition: CatalogueDefinition<E> }

/** A screen of the catalogue, from its definition: list, cards, details, forms, delete and import. */
export const CatalogueScreen = <E extends Entity>({ definition: given }: Props<E>) => {
  const definition = useMemo(() => anyDefinition(given), [given])
  const { entity, rowsOpen, preview = false, hidden } = definition
  const { one, many } = entity.noun
  const record = useOpenRecord(entity.name)
  const [dialog, setDialog] = useDialogOver<OpenDialog>(record.id)
  const mayEdit = useMay('edit')
  const maySeeHistory = useMay('history')
  // Details offer it themselves.
  const offered = { preview, history: maySeeHistory && !rowsOpen, edit: mayEdit }
  const columns = useMemo(() => columnsOf(definition), [definition])
  const cardLines = useMemo(() => cardLinesOf(definition), [definition])
  const state = useListState(entity.name, {
    sort: { key: entity.title, descending: false },
    view: firstView(),
    parameters: filterParameters(entity),
    hidden,
    hiddenOnCards: hiddenOnCards(definition),
  })
  const linesShown = cardLines.filter(({ key }) => !state.hiddenOnCards.includes(key))
  const view = useCatalogueView(entity, columns, state)
  const remove = useDelete(entity, ({ id }) => String(id) === record.id && record.close())
  const close = () => setDialog(null)
  const create = () => setDialog({ kind: 'create' })
  useAddressAction('ny', () => mayEdit && create())
  const open: Open = (kind) => (row) => setDialog({ kind, row })

  return (
    <PageFrame
      fill
      title={capitalise(many)}
      description={definition.description}
      action={
        mayEdit && (
          <AddButton onClick={create}>
            <span>
              Legg til <span className="max-sm:sr-only">{one}</span>
            </span>
          </AddButton>
        )
      }
      secondaryAction={mayEdit && entity.csv && <ImportButton entity={entity} />}
    >
      <DataList
        name={entity.name}
        items={many}
        state={state}
        view={view}
        columns={columns}
        entity={entity}
        tools={<ViewsButton list={entity.name} state={state} mayShare={mayEdit} />}
        actions={actionsOf(offered, open, (row) => void remove(row))}
        {...(rowsOpen && state.view === 'list' && { onOpen: (row) => record.open(row.id) })}
        card={(row) => <Card definition={definition} row={row} lines={linesShown} />}
        cardLines={cardLines}
        cardColumns={definition.cardColumns ?? 4}
        {...(definition.loadingText && { loadingText: definition.loadingText })}
        markedActions={mayEdit && bulkKeys(entity).length > 0 && <BulkActions entity={entity} />}
        emptyAction={mayEdit && <AddButton onClick={create}>Opprett den første</AddButton>}
      />
      {dialog && <CatalogueDialog definition={definition} dialog={dialog} onClose={close} />}
      {record.id !== null && !dialog && (
        <DetailsDialog
          definition={definition}
          id={record.id}
          onImage={open('image')}
          onEdit={open('edit')}
          onDelete={(row) => void remove(row)}
          onClose={record.close}
        />
      )}
    </PageFrame>
  )
}
