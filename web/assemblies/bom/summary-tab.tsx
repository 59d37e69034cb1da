import { Box, CircleAlert, CircleCheck, Cog, Layers, Radar, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BomSummary } from '#contracts/assembly/bom.ts'
import { messageOf } from '../../lib/api.ts'
import { count, number } from '../../lib/format.ts'
import { Failed, Loading } from '../manage/panel.tsx'
import { useBom } from './answers.ts'
import { CostSection } from './cost-section.tsx'

type CardProps = { label: string; value: string; hint?: string; icon: ReactNode }

const CountCard = ({ label, value, hint, icon }: CardProps) => (
  <div className="panel min-w-0 p-4">
    <dt className="flex items-center gap-2 text-sm text-muted [&_svg]:size-4">
      {icon}
      {label}
    </dt>
    <dd className="mt-1 text-2xl font-semibold break-words tabular-nums">{value}</dd>
    {hint && <dd className="text-sm text-muted">{hint}</dd>}
  </div>
)

const Counts = ({ summary }: { summary: BomSummary }) => {
  const unique = (total: BomSummary['totalComponents'], different: number) =>
    Number(total) > 0 ? { hint: `${count(different)} ${different === 1 ? 'ulik' : 'ulike'}` } : {}
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <CountCard
        label="Komponenter"
        value={number(summary.totalComponents)}
        icon={<Box aria-hidden />}
        {...unique(summary.totalComponents, summary.uniqueComponents)}
      />
      <CountCard
        label="Motorer"
        value={number(summary.totalMotors)}
        icon={<Cog aria-hidden />}
        {...unique(summary.totalMotors, summary.uniqueMotors)}
      />
      <CountCard
        label="Sensorer"
        value={number(summary.totalSensors)}
        icon={<Radar aria-hidden />}
        {...unique(summary.totalSensors, summary.uniqueSensors)}
      />
      <CountCard
        label="Maks dybde"
        value={count(summary.maxDepth)}
        icon={<Layers aria-hidden />}
        hint={summary.maxDepth === 1 ? 'nivå' : 'nivåer'}
      />
    </dl>
  )
}

type FindingsProps = { title: string; texts: readonly string[]; look: string; icon: ReactNode }

const Findings = ({ title, texts, look, icon }: FindingsProps) =>
  texts.length === 0 ? null : (
    <div className={`rounded-md p-4 ${look}`}>
      <h4 className="flex items-center gap-2 font-semibold [&_svg]:size-4">
        {icon}
        {title}
      </h4>
      <ul className="mt-1.5 list-disc space-y-1 pl-6 text-sm break-words">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )

const Validation = ({ summary }: { summary: BomSummary }) => {
  const { validationErrors, warnings, hasCircularDependency } = summary
  const clean = validationErrors.length + warnings.length === 0 && !hasCircularDependency
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-lg font-semibold">Validering</h3>
      {clean && (
        <p className="flex items-center gap-2 rounded-md bg-success-soft p-4 text-success">
          <CircleCheck aria-hidden className="size-4" /> Ingen feil eller advarsler
        </p>
      )}
      <Findings
        title="Feil"
        texts={validationErrors}
        look="bg-danger-soft text-danger"
        icon={<CircleAlert aria-hidden />}
      />
      <Findings
        title="Advarsler"
        texts={warnings}
        look="bg-warning-soft text-warning"
        icon={<TriangleAlert aria-hidden />}
      />
    </section>
  )
}

/** Pieces over all levels, how deep it goes, and what is wrong or missing. */
export const SummaryTab = ({ assemblyId }: { assemblyId: number }) => {
  const { data, error, mutate } = useBom(assemblyId)
  if (error && !data)
    return (
      <Failed
        title="Feil ved lasting av stykkliste"
        message={messageOf(error)}
        retry={() => void mutate()}
      />
    )
  if (!data) return <Loading>Genererer stykkliste...</Loading>
  const { summary } = data
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard too
    <div tabIndex={0} className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto p-5">
      {summary.hasCircularDependency && (
        <div
          role="alert"
          className="rounded-md border border-danger bg-danger-soft p-4 text-danger"
        >
          <p className="flex items-center gap-2 font-semibold">
            <TriangleAlert aria-hidden className="size-4" /> Sirkulær avhengighet oppdaget!
          </p>
          <p className="mt-1 text-sm">
            Det ble funnet sirkulære avhengigheter i hierarkiet. Disse bør rettes.
          </p>
        </div>
      )}
      <Counts summary={summary} />
      <Validation summary={summary} />
      <CostSection assemblyId={assemblyId} />
    </div>
  )
}
