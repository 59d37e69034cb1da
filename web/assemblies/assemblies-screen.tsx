import { Layers, Plus, SearchX, ShoppingCart } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { assembly } from '#contracts/catalogue/assembly.ts'
import { mostAssemblies } from '#contracts/purchasing/assembly-times.ts'
import { BulkActions } from '../bulk/bulk-actions.tsx'
import { messageOf } from '../lib/api.ts'
import { Button, ButtonLink } from '../lib/button.tsx'
import { ChangedNotice } from '../lib/changed-notice.tsx'
import { FilterChips } from '../lib/list/filters/filter-chips.tsx'
import type { View } from '../lib/list/list-props.ts'
import { MarkedBar } from '../lib/list/marks.tsx'
import { SelectionContext, useMarks, useSelection } from '../lib/list/selection.ts'
import { ListSkeleton } from '../lib/list/list-skeleton.tsx'
import { HighlightSearch } from '../lib/highlight.tsx'
import { Notice } from '../lib/notice.tsx'
import { useDialogOver, useOpenRecord } from '../lib/open-record.ts'
import { PageFrame } from '../lib/page-frame.tsx'
import { useAddressAction } from '../lib/use-address-action.ts'
import { useMay } from '../session/session.ts'
import { AssemblyDialogs, OpenedBom, type Opened } from './assembly-dialogs.tsx'
import { AssemblyGrid } from './list/assembly-grid.tsx'
import { Toolbar } from './list/toolbar.tsx'
import { useAssemblies, useListView } from './list/list-view.ts'
import { purchasingPath } from './shared/api.ts'
import type { Assembly, OpenDialog } from './shared/assembly.ts'

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

type MarkedProps = { shown: View<Assembly>; children: ReactNode }

const MarkedAssemblies = ({ shown, children }: MarkedProps) => (
  <SelectionContext value={useSelection(shown)}>
    {children}
    <MarkedBar>
      <PurchaseLink />
      {useMay('edit') && <BulkActions entity={assembly} />}
    </MarkedBar>
  </SelectionContext>
)

type ContentProps = {
  shown: View<Assembly>
  layout: 'list' | 'grid'
  open: OpenDialog
  onClear: () => void
}

const Content = ({ shown, layout, open, onClear }: ContentProps) => {
  if (shown.error)
    return (
      <Notice
        icon={<Layers />}
        title="Kunne ikke hente sammenstillinger"
        hint={messageOf(shown.error)}
      >
        <Button onClick={shown.retry}>Prøv igjen</Button>
      </Notice>
    )
  if (shown.loading) return <ListSkeleton view={layout} text="Laster sammenstillinger..." />
  if (shown.total === 0) return <Notice icon={<Layers />} title="Ingen sammenstillinger funnet" />
  if (shown.count === 0)
    return (
      <Notice icon={<SearchX />} title="Ingen sammenstillinger matcher søket">
        <Button onClick={onClear}>Tøm søk</Button>
      </Notice>
    )
  return <AssemblyGrid key={layout} view={shown} layout={layout} open={open} />
}

export const AssembliesScreen = () => {
  const mayEdit = useMay('edit')
  const record = useOpenRecord('assemblytypes')
  const [opened, setOpened] = useDialogOver<Opened>(record.id)
  const open: OpenDialog = (kind, assembly) =>
    kind === 'bom' ? record.open(assembly.id) : setOpened({ kind, assembly })
  useAddressAction('ny', () => mayEdit && setOpened('create'))
  const list = useListView()
  const ofOne = opened === 'create' ? null : opened
  const { shown, types, newest } = useAssemblies(list, ofOne?.assembly ?? null)

  return (
    <PageFrame
      title={title}
      description="Administrer sammenstillinger av komponenter, motorer og sensorer"
      action={
        mayEdit && (
          <Button look="primary" icon={<Plus />} onClick={() => setOpened('create')}>
            <span>
              Legg til <span className="max-sm:sr-only">sammenstilling</span>
            </span>
          </Button>
        )
      }
    >
      <section aria-label={title} className="flex flex-col gap-3">
        <Toolbar list={list} types={types} shown={shown} />
        <FilterChips entity={assembly} state={list} />
        <MarkedAssemblies shown={shown}>
          <HighlightSearch search={list.search}>
            <Content
              shown={shown}
              layout={list.view}
              open={open}
              onClear={() => list.change({ search: '', filters: {} })}
            />
          </HighlightSearch>
        </MarkedAssemblies>
        <ChangedNotice over="list" of="assemblytypes" />
      </section>
      {record.id !== null && !opened && <OpenedBom id={record.id} onClose={record.close} />}
      <AssemblyDialogs
        opened={ofOne && newest ? { ...ofOne, assembly: newest } : opened}
        onClose={() => setOpened(null)}
        onManage={(assembly) => open('manage', assembly)}
      />
    </PageFrame>
  )
}
