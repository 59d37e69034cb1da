import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { EntityName } from '#contracts/entity.ts'
import { searchedEntities } from '#contracts/search.ts'
import { Badge } from '../lib/badge.tsx'
import { count } from '../lib/format.ts'
import { PageFrame } from '../lib/page-frame.tsx'
import { places } from '../lib/list-paths.ts'
import { NotRead } from '../lib/loaded.tsx'
import { useCount, useCountAnswer } from '../lib/use-rows.ts'
import { Overview, usePartCount, type Count } from './overview.tsx'
import { TitledPanel } from '../lib/titled-panel.tsx'

const hints = {
  projects: 'Opprett og administrer prosjekter',
  motortypes: 'Motordatabase',
  sensortypes: 'Sensordatabase',
  componenttypes: 'Deler og priser',
  assemblytypes: 'Stykklister og sammenstillinger',
  suppliers: 'Bestilling og kontakt',
  manufacturers: 'Hvem som lager hva',
} satisfies Partial<Record<keyof typeof places, string>>
type Collection = keyof typeof hints

/** A skeleton while loading; a dash if the request failed. */
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

const CountFigure = ({ of }: { of: EntityName }) => <Figure value={useCount(of)} />

const CountCard = ({ of }: { of: EntityName }) => {
  const { path, label, Icon } = places[of]
  return (
    <Link
      href={path}
      className="panel flex items-start justify-between gap-3 p-4 transition-colors hover:border-accent"
    >
      <span>
        <span className="block text-sm text-muted">{label}</span>
        <span className="mt-1 block text-2xl font-semibold tabular-nums">
          <CountFigure of={of} />
        </span>
      </span>
      <span
        aria-hidden
        className="rounded-md bg-accent-soft p-2 text-accent max-[22.5rem]:hidden [&_svg]:size-5"
      >
        <Icon />
      </span>
    </Link>
  )
}

const Links = ({ title, to }: { title: string; to: readonly Collection[] }) => (
  <TitledPanel title={title}>
    <ul>
      {to.map((of) => {
        const { path, label, Icon } = places[of]
        return (
          <li key={of}>
            <Link
              href={path}
              className="group -mx-2 flex items-center gap-3 rounded-md px-2 py-2 hover:bg-hover"
            >
              <Icon className="size-5 text-muted" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{label}</span>
                <span className="block text-sm text-muted">{hints[of]}</span>
              </span>
              <ArrowRight className="size-4 shrink-0 text-faint transition-transform group-hover:translate-x-0.5" />
            </Link>
          </li>
        )
      })}
    </ul>
  </TitledPanel>
)

const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div className="flex items-center justify-between gap-4 border-t border-line py-2.5 first:border-t-0 first:pt-0 last:pb-0">
    <dt className="text-muted">{label}</dt>
    <dd className="font-medium tabular-nums">{value}</dd>
  </div>
)

const Parts = () => <Figure value={usePartCount()} />

const SupplierStatus = () => {
  const suppliers = useCount('suppliers')
  if (typeof suppliers !== 'number') return <Figure value={suppliers} />
  return suppliers > 0 ? <Badge tone="success">Aktiv</Badge> : <Badge>Tom</Badge>
}

const counted: readonly EntityName[] = ['projects', 'motortypes', 'sensortypes', 'componenttypes']
const facts = [
  ...new Set<EntityName>(['assemblytypes', ...searchedEntities.map(({ name }) => name)]),
].filter((name) => !counted.includes(name))

/** Says once why there are dashes instead of figures. */
const FiguresNotRead = () => {
  // oxlint-disable-next-line react/rules-of-hooks -- the collections are always the same
  const answers = [...counted, ...facts].map((of) => useCountAnswer(of))
  const failed = answers.filter(({ error }) => error)
  return (
    <NotRead
      failed="Kunne ikke hente alle tallene"
      error={failed[0]?.error}
      mutate={() => Promise.all(failed.map(({ mutate }) => mutate()))}
      isValidating={failed.some(({ isValidating }) => isValidating)}
    />
  )
}

export const DashboardScreen = () => (
  <PageFrame title="Dashboard" description="Stykkliste-system">
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {counted.map((of) => (
        <CountCard key={of} of={of} />
      ))}
    </div>
    <FiguresNotRead />
    <Overview />
    <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-2 xl:grid-cols-3">
      <Links
        title="Hurtighandlinger"
        to={['projects', 'motortypes', 'sensortypes', 'assemblytypes']}
      />
      <div className="grid gap-3">
        <TitledPanel title="Database-status">
          <dl>
            {facts.map((of) => (
              <Fact key={of} label={places[of].label} value={<CountFigure of={of} />} />
            ))}
          </dl>
        </TitledPanel>
        <TitledPanel title="Systemoversikt">
          <dl>
            <Fact label="Totalt antall enheter" value={<Parts />} />
            <Fact label="Leverandørkatalog" value={<SupplierStatus />} />
            <Fact label="Systemstatus" value={<Badge tone="success">Operativ</Badge>} />
          </dl>
        </TitledPanel>
      </div>
      <Links title="Hurtigtilgang" to={['componenttypes', 'suppliers', 'manufacturers']} />
    </div>
  </PageFrame>
)
