import { Layers, Plus, SearchX } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { messageOf } from '../lib/api.ts'
import { Button } from '../lib/button.tsx'
import { ListSkeleton } from '../lib/list/list-skeleton.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { useMay } from '../session/session.ts'
import { useAssemblies } from './api.ts'
import { AssemblyDialogs, type Opened } from './assembly-dialogs.tsx'
import type { OpenDialog } from './list/actions.ts'
import { AssemblyCard } from './list/assembly-card.tsx'
import { AssemblyGrid } from './list/assembly-grid.tsx'
import { AssemblyRow } from './list/assembly-row.tsx'
import { initialView, shownAssemblies, typesOf } from './list/list-view.ts'
import { Toolbar } from './list/toolbar.tsx'
import { useListView } from './use-list-view.ts'

const text = {
  title: 'Sammenstillinger',
  description: 'Administrer sammenstillinger av komponenter, motorer og sensorer',
  add: 'Legg til sammenstilling',
  loading: 'Laster sammenstillinger...',
  empty: 'Ingen sammenstillinger funnet',
  noMatch: 'Ingen sammenstillinger matcher søket',
  failed: 'Kunne ikke hente sammenstillinger',
}

type MessageProps = { icon: ReactNode; title: string; hint?: string; children?: ReactNode }

const Message = ({ icon, title, hint, children }: MessageProps) => (
  <div className="panel grid place-items-center gap-1 px-4 py-16 text-center">
    <span aria-hidden className="mb-2 text-faint [&_svg]:size-8 [&_svg]:stroke-[1.5]">
      {icon}
    </span>
    <p className="font-medium">{title}</p>
    {hint && <p className="text-sm text-muted">{hint}</p>}
    {children && <div className="mt-3 flex gap-2">{children}</div>}
  </div>
)

/** The dialog that is open, always with the newest of its assembly. */
const useOpened = (assemblies: ReturnType<typeof useAssemblies>['data']) => {
  const [opened, setOpened] = useState<Opened>(null)
  const open: OpenDialog = useCallback((kind, assembly) => setOpened({ kind, assembly }), [])
  if (opened === null || opened === 'create') return { opened, setOpened, open }
  const assembly = assemblies?.find(({ id }) => id === opened.assembly.id) ?? opened.assembly
  return { opened: { ...opened, assembly }, setOpened, open }
}

export const AssembliesScreen = () => {
  const readOnly = !useMay('edit')
  const { data: assemblies, error, mutate } = useAssemblies()
  const { view, setView, layout, setLayout } = useListView()
  const { opened, setOpened, open } = useOpened(assemblies)
  const search = useDeferredValue(view.search)
  const { type, sort, descending } = view
  const shown = useMemo(
    () => assemblies && shownAssemblies(assemblies, { search, type, sort, descending }),
    [assemblies, search, type, sort, descending],
  )
  const types = useMemo(() => (assemblies ? typesOf(assemblies) : []), [assemblies])
  const add = !readOnly && (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setOpened('create')}>
      {text.add}
    </Button>
  )

  const content = () => {
    if (!shown || !assemblies)
      return error ? (
        <Message icon={<Layers />} title={text.failed} hint={messageOf(error)}>
          <Button onClick={() => void mutate()}>Prøv igjen</Button>
        </Message>
      ) : (
        <ListSkeleton view={layout} text={text.loading} />
      )
    if (assemblies.length === 0) return <Message icon={<Layers />} title={text.empty} />
    if (shown.length === 0)
      return (
        <Message icon={<SearchX />} title={text.noMatch}>
          <Button onClick={() => setView({ ...view, search: '', type: initialView.type })}>
            Tøm søk
          </Button>
        </Message>
      )
    return layout === 'grid' ? (
      <AssemblyGrid assemblies={shown} across={4} estimate={520}>
        {(assembly) => <AssemblyCard assembly={assembly} readOnly={readOnly} open={open} />}
      </AssemblyGrid>
    ) : (
      <AssemblyGrid assemblies={shown} across={1} estimate={61}>
        {(assembly) => <AssemblyRow assembly={assembly} readOnly={readOnly} open={open} />}
      </AssemblyGrid>
    )
  }

  return (
    <PageFrame title={text.title} description={text.description} action={add}>
      <section aria-label={text.title} className="flex flex-col gap-3">
        <Toolbar
          view={view}
          types={types}
          count={shown?.length ?? 0}
          total={assemblies?.length ?? 0}
          layout={layout}
          onView={setView}
          onLayout={setLayout}
        />
        {content()}
      </section>
      <AssemblyDialogs opened={opened} readOnly={readOnly} onClose={() => setOpened(null)} />
    </PageFrame>
  )
}
