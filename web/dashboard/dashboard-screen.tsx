import { ArrowRight, Box, Cog, Factory, FolderKanban, Layers, Radar, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Badge } from '../lib/badge.tsx'
import { count } from '../lib/format.ts'
import { PageFrame } from '../lib/page-frame.tsx'
import { useCount } from '../lib/use-rows.ts'

type Count = ReturnType<typeof useCount>

/** A figure, its place while it is on its way, or a dash when it could not be had. */
const Figure = ({ value }: { value: Count }) => {
  if (value === undefined)
    return (
      <span
        aria-label="Laster..."
        className="inline-block h-[1em] w-10 animate-pulse rounded-sm bg-line"
      />
    )
  return <>{value === null ? '–' : count(value)}</>
}

type CardProps = { label: string; value: Count; icon: ReactNode; href: string }

const CountCard = ({ label, value, icon, href }: CardProps) => (
  <Link
    href={href}
    className="panel flex items-start justify-between gap-3 p-4 transition-colors hover:border-accent"
  >
    <span>
      <span className="block text-sm text-muted">{label}</span>
      <span className="mt-1 block text-2xl font-semibold tabular-nums">
        <Figure value={value} />
      </span>
    </span>
    <span aria-hidden className="rounded-md bg-accent-soft p-2 text-accent [&_svg]:size-5">
      {icon}
    </span>
  </Link>
)

const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="panel flex flex-col p-4">
    <h2 className="mb-3 text-base font-semibold">{title}</h2>
    {children}
  </section>
)

type LinkProps = { href: string; label: string; hint?: string; icon: ReactNode }

const LinkRow = ({ href, label, hint, icon }: LinkProps) => (
  <li>
    <Link
      href={href}
      className="group -mx-2 flex items-center gap-3 rounded-md px-2 py-2 hover:bg-hover"
    >
      <span aria-hidden className="text-muted [&_svg]:size-5">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </span>
      <ArrowRight
        aria-hidden
        className="size-4 shrink-0 text-faint transition-transform group-hover:translate-x-0.5"
      />
    </Link>
  </li>
)

const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div className="flex items-center justify-between gap-4 border-t border-line py-2.5 first:border-t-0 first:pt-0 last:pb-0">
    <dt className="text-muted">{label}</dt>
    <dd className="font-medium tabular-nums">{value}</dd>
  </div>
)

const actions: readonly LinkProps[] = [
  {
    href: '/prosjekter',
    label: 'Prosjekter',
    hint: 'Opprett og administrer prosjekter',
    icon: <FolderKanban />,
  },
  { href: '/motortypes', label: 'Motorer', hint: 'Motordatabase', icon: <Cog /> },
  { href: '/sensortypes', label: 'Sensorer', hint: 'Sensordatabase', icon: <Radar /> },
  {
    href: '/assemblies',
    label: 'Sammenstillinger',
    hint: 'Stykklister og sammenstillinger',
    icon: <Layers />,
  },
]
const shortcuts: readonly LinkProps[] = [
  { href: '/components', label: 'Komponenter', hint: 'Deler og priser', icon: <Box /> },
  { href: '/suppliers', label: 'Leverandører', hint: 'Bestilling og kontakt', icon: <Truck /> },
  { href: '/manufacturers', label: 'Produsenter', hint: 'Hvem som lager hva', icon: <Factory /> },
]

const sum = (counts: readonly Count[]): Count =>
  counts.includes(undefined)
    ? undefined
    : counts.includes(null)
      ? null
      : counts.reduce<number>((total, value) => total + value!, 0)

const SupplierStatus = ({ suppliers }: { suppliers: Count }) => {
  if (typeof suppliers !== 'number') return <Figure value={suppliers} />
  return suppliers > 0 ? <Badge tone="success">Aktiv</Badge> : <Badge>Tom</Badge>
}

export const DashboardScreen = () => {
  const projects = useCount('projects')
  const motors = useCount('motortypes')
  const sensors = useCount('sensortypes')
  const components = useCount('componenttypes')
  const assemblies = useCount('assemblytypes')
  const suppliers = useCount('suppliers')
  const manufacturers = useCount('manufacturers')

  return (
    <PageFrame title="Dashboard" description="Stykkliste-system">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <CountCard label="Prosjekter" value={projects} icon={<FolderKanban />} href="/prosjekter" />
        <CountCard label="Motorer" value={motors} icon={<Cog />} href="/motortypes" />
        <CountCard label="Sensorer" value={sensors} icon={<Radar />} href="/sensortypes" />
        <CountCard label="Komponenter" value={components} icon={<Box />} href="/components" />
      </div>
      <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-2 xl:grid-cols-3">
        <Panel title="Hurtighandlinger">
          <ul>
            {actions.map((action) => (
              <LinkRow key={action.href} {...action} />
            ))}
          </ul>
        </Panel>
        <div className="grid gap-3">
          <Panel title="Database-status">
            <dl>
              <Fact label="Sammenstillinger" value={<Figure value={assemblies} />} />
              <Fact label="Leverandører" value={<Figure value={suppliers} />} />
              <Fact label="Produsenter" value={<Figure value={manufacturers} />} />
            </dl>
          </Panel>
          <Panel title="Systemoversikt">
            <dl>
              <Fact
                label="Totalt antall enheter"
                value={<Figure value={sum([motors, sensors, components])} />}
              />
              <Fact label="Leverandørkatalog" value={<SupplierStatus suppliers={suppliers} />} />
              <Fact label="Systemstatus" value={<Badge tone="success">Operativ</Badge>} />
            </dl>
          </Panel>
        </div>
        <Panel title="Hurtigtilgang">
          <ul>
            {shortcuts.map((shortcut) => (
              <LinkRow key={shortcut.href} {...shortcut} />
            ))}
          </ul>
        </Panel>
      </div>
    </PageFrame>
  )
}
