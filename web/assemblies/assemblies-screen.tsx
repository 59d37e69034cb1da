import { Layers, Plus, ShoppingCart } from 'lucide-react'
import { Link } from 'wouter'
import { allParts } from '#contracts/assembly/link-kinds.ts'
import { assembly } from '#contracts/catalogue/assembly.ts'
import type { AnyRecord } from '#contracts/entity.ts'
import { mostAssemblies } from '#contracts/purchasing/assembly-times.ts'
import { BulkActions } from '../bulk/bulk-actions.tsx'
import { Button, ButtonLink } from '../lib/button.tsx'
import { DialogButton } from '../lib/dialog-button.tsx'
import { ListFrame } from '../lib/list/list-frame.tsx'
import { useMarks } from '../lib/list/selection.ts'
import { useDialogOver, useOpenRecord } from '../lib/open-record.ts'
import { PageFrame } from '../lib/page-frame.tsx'
import { useMay } from '../session/session.ts'
import { AssemblyDialog, OpenedBom, RecordDialog, type Opened } from './assembly-dialogs.tsx'
import { AssemblyGrid } from './list/assembly-grid.tsx'
import { Toolbar } from './list/toolbar.tsx'
import { useAssemblies, useListView } from './list/list-view.ts'
import { purchasingPath } from './shared/api.ts'
import type { Assembly, OpenDialog } from './shared/assembly.ts'
import { assemblies } from './shared/form.ts'

const title = 'Sammenstillinger'

const PurchaseLink = () => {
  const ids = useMarks()?.ids ?? new Set()
  return ids.size > mostAssemblies ? (
    <span className="text-sm text-warning">
      En innkjøpsliste kan ha høyst {mostAssemblies} sammenstillinger
    </span>
  ) : (
    <Link href={purchasingPath([...ids].map(Number))} asChild>
      <ButtonLink icon={<ShoppingCart />}>Innkjøpsliste</ButtonLink>
    </Link>
  )
}

const List = ({ open }: { open: OpenDialog }) => {
  const mayEdit = useMay('edit')
  const list = useListView()
  const { shown, types } = useAssemblies(list)
  return (
    <ListFrame
      items="sammenstillinger"
      label={title}
      state={list}
      view={shown}
      entity={assembly}
      toolbar={<Toolbar list={list} types={types} shown={shown} />}
      loadingText="Laster sammenstillinger..."
      icon={<Layers />}
      clear={{ text: 'Tøm søk' }}
      markedActions={
        <>
          <PurchaseLink />
          {mayEdit && <BulkActions entity={assembly} />}
        </>
      }
    >
      <AssemblyGrid key={list.view} view={shown} layout={list.view} open={open} />
    </ListFrame>
  )
}

const AddButton = ({ open }: { open: OpenDialog }) => {
  const next = (made: AnyRecord) => (
    <Button small className="mt-2" onClick={() => open('manage', made as Assembly)}>
      Administrer
    </Button>
  )
  return (
    <DialogButton
      look="primary"
      icon={<Plus />}
      action="ny"
      dialog={RecordDialog}
      with={{ definition: assemblies, dialog: { kind: 'create' }, next }}
    >
      <span>
        Legg til <span className="max-sm:sr-only">sammenstilling</span>
      </span>
    </DialogButton>
  )
}

export const AssembliesScreen = () => {
  const mayEdit = useMay('edit')
  const record = useOpenRecord('assemblytypes')
  const [opened, setOpened] = useDialogOver<Opened>(record.id)
  const open: OpenDialog = (kind, assembly) =>
    kind === 'bom' ? record.open(assembly.id) : setOpened({ kind, assembly })
  return (
    <PageFrame
      title={title}
      description={`Administrer sammenstillinger av ${allParts}`}
      action={mayEdit && <AddButton open={open} />}
    >
      <List open={open} />
      {record.id !== null && !opened && <OpenedBom id={record.id} onClose={record.close} />}
      {opened && <AssemblyDialog {...opened} onClose={() => setOpened(null)} />}
    </PageFrame>
  )
}
