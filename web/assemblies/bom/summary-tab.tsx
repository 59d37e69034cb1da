import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { itemLabels, type BomSummary, type ItemType } from '#contracts/assembly/bom.ts'
import { partKinds, totalKey, uniqueKey } from '#contracts/assembly/link-kinds.ts'
import { counted, number } from '../../lib/format.ts'
import { ItemLink, ItemTypeIcon } from '../../lib/item-types.tsx'
import { linkTexts } from '../shared/link-texts.ts'
import { Loaded } from '../../lib/loaded.tsx'
import { useBom } from './answers.ts'
import { useAbsent } from './as-of.tsx'
import { CostSharesSection } from './cost-shares-section.tsx'
import { CostSection } from './cost-views.tsx'

export type Count = { label: string; type: ItemType; value: string; hint: string }

export const countsOf = (summary: BomSummary): readonly Count[] => [
  ...partKinds.map((type) => {
    const different = summary[uniqueKey(type)]
    const hint = different > 0 ? counted(different, 'ulik', 'ulike') : ''
    return { label: linkTexts[type].tab, type, value: number(summary[totalKey(type)]), hint }
  }),
  {
    label: 'Maks dybde',
    type: 'assembly',
    value: number(summary.maxDepth),
    hint: summary.maxDepth === 1 ? 'nivå' : 'nivåer',
  },
]

export const isClean = ({ validationErrors, warnings, hasCircularDependency }: BomSummary) =>
  validationErrors.length + warnings.length === 0 && !hasCircularDependency

const Counts = ({ summary }: { summary: BomSummary }) => (
  <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
    {countsOf(summary).map(({ label, type, value, hint }) => (
      <div key={label} className="panel min-w-0 p-4">
        <dt className="flex items-center gap-2 text-sm text-muted">
          <ItemTypeIcon type={type} />
          {label}
        </dt>
        <dd className="mt-1 text-2xl font-semibold break-words tabular-nums">{value}</dd>
        {hint && <dd className="text-sm text-muted">{hint}</dd>}
      </div>
    ))}
  </dl>
)

const types = Object.entries(itemLabels) as [ItemType, string][]
const labels = types.map(([, label]) => label).join('|')

/** Matches an item in a problem text of the server: 'Komponent «Skrue M8» (id 17)'. */
const named = new RegExp(`^(.*?: )((${labels}) «.*») \\(id (\\d+)\\)(.*)$`, 's')

const ProblemText = ({ text }: { text: string }) => {
  const found = named.exec(text)
  if (!found) return text
  const [, what, name, label, id, rest] = found
  const [itemType] = types.find(([, one]) => one === label)!
  return (
    <>
      {what}
      <ItemLink item={{ itemType, itemId: Number(id) }} className="text-accent underline">
        {name}
      </ItemLink>
      {rest}
    </>
  )
}

type ProblemsProps = { title: string; texts: readonly string[]; look: string; icon: ReactNode }

const Problems = ({ title, texts, look, icon }: ProblemsProps) =>
  texts.length > 0 && (
    <div className={`rounded-md p-4 ${look}`}>
      <h4 className="flex items-center gap-2 font-semibold [&_svg]:size-4">
        {icon}
        {title}
      </h4>
      <ul className="mt-1.5 list-disc space-y-1 pl-6 text-sm break-words">
        {texts.map((text) => (
          <li key={text}>
            <ProblemText text={text} />
          </li>
        ))}
      </ul>
    </div>
  )

const Validation = ({ summary }: { summary: BomSummary }) => (
  <section className="flex flex-col gap-3">
    <h3 className="text-lg font-semibold">Validering</h3>
    {isClean(summary) && (
      <p className="flex items-center gap-2 rounded-md bg-success-soft p-4 text-success">
        <CircleCheck className="size-4" /> Ingen feil eller advarsler
      </p>
    )}
    <Problems
      title="Feil"
      texts={summary.validationErrors}
      look="bg-danger-soft text-danger"
      icon={<CircleAlert />}
    />
    <Problems
      title="Advarsler"
      texts={summary.warnings}
      look="bg-warning-soft text-warning"
      icon={<TriangleAlert />}
    />
  </section>
)

const Circular = () => (
  <div role="alert" className="rounded-md border border-danger bg-danger-soft p-4 text-danger">
    <p className="flex items-center gap-2 font-semibold">
      <TriangleAlert className="size-4" /> Sirkulær avhengighet oppdaget!
    </p>
    <p className="mt-1 text-sm">
      Det ble funnet sirkulære avhengigheter i hierarkiet. Disse bør rettes.
    </p>
  </div>
)

export const SummaryTab = ({ assemblyId }: { assemblyId: number }) => (
  <Loaded
    {...useBom(assemblyId)}
    loading="Genererer stykkliste..."
    failed="Feil ved lasting av stykkliste"
    missing={useAbsent()}
  >
    {({ summary }) => (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must have keyboard focus to scroll
      <div tabIndex={0} className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto p-5">
        {summary.hasCircularDependency && <Circular />}
        <Counts summary={summary} />
        <Validation summary={summary} />
        <CostSharesSection assemblyId={assemblyId} />
        <CostSection assemblyId={assemblyId} />
      </div>
    )}
  </Loaded>
)
