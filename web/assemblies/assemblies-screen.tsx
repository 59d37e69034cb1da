import { Layers, Plus, SearchX } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { messageOf } from '../lib/api.ts'
import { Button } from '../lib/button.tsx'
import { ListSkeleton } from '../lib/list/list-skeleton.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { useMay } from '../session/session.ts'
import { AssemblyDialogs, type Opened } from './assembly-dialogs.tsx'
import type { OpenDialog } from './list/actions.ts'
import { AssemblyCard } from './list/assembly-card.tsx'
import { AssemblyGrid } from './list/assembly-grid.tsx'
import { AssemblyRow } from './list/assembly-row.tsx'
import { initialView } from './list/list-view.ts'
import { Toolbar } from './list/toolbar.tsx'
import { useAssemblies, useNewest } from './use-assemblies.ts'
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

export const AssembliesScreen = () => {
  const readOnly = !useMay('edit')
  const { view, setView, layout, setLayout } = useListView()
  const assemblies = useAssemblies(view)
  const { shown, types } = assemblies
  const [opened, setOpened] = useState<Opened>(null)
  const open: OpenDialog = useCallback((kind, assembly) => setOpened({ kind, assembly }), [])
  const isOfOne = opened !== null && opened !== 'create'
  const newest = useNewest(isOfOne ? opened.assembly : null, assemblies)
  const add = !readOnly && (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setOpened('create')}>
      {text.add}
    </Button>
  )

  const content = () => {
    if (shown.error)
      return (
        <Message icon={<Layers />} title={text.failed} hint={messageOf(shown.error)}>
          <Button onClick={shown.retry}>Prøv igjen</Button>
        </Message>
      )
    if (shown.loading) return <ListSkeleton view={layout} text={text.loading} />
    if (shown.total === 0) return <Message icon={<Layers />} title={text.empty} />
    if (shown.count === 0)
      return (
        <Message icon={<SearchX />} title={text.noMatch}>
          <Button onClick={() => setView({ ...view, search: '', type: initialView.type })}>
            Tøm søk
          </Button>
        </Message>
      )
    return layout === 'grid' ? (
      <AssemblyGrid view={shown} across={4} estimate={520}>
        {(assembly) => <AssemblyCard assembly={assembly} readOnly={readOnly} open={open} />}
      </AssemblyGrid>
    ) : (
      <AssemblyGrid view={shown} across={1} estimate={61}>
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
          count={shown.count}
          total={shown.total}
          isKnown={!shown.loading && !shown.error}
          layout={layout}
          onView={setView}
          onLayout={setLayout}
        />
        {content()}
      </section>
      <AssemblyDialogs
        opened={isOfOne && newest ? { ...opened, assembly: newest } : opened}
        readOnly={readOnly}
        onClose={() => setOpened(null)}
      />
    </PageFrame>
  )
}
