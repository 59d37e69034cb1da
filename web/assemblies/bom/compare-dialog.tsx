import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import type { Comparison } from '#contracts/assembly/cost-answers.ts'
import { LabelledRecordSelect } from '../../fields/record-select.tsx'
import type { ApiError } from '../../lib/api-error.ts'
import { asOf } from '../../lib/as-of.ts'
import { Button } from '../../lib/button.tsx'
import { Checkbox } from '../../lib/checkbox.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { date } from '../../lib/format.ts'
import { Empty, Loaded } from '../../lib/loaded.tsx'
import { withQuery } from '../../lib/with-query.ts'
import { useMay } from '../../session/session.ts'
import { assemblyPath } from '../shared/api.ts'
import type { Assembly } from '../shared/assembly.ts'
import { Absent, DayField, type Days } from './as-of.tsx'
import { ComparisonView } from './comparison.tsx'
import { PrintComparison } from './print-comparison.tsx'
import { ExportMenu } from '../../lib/export-menu.tsx'

type Side = Days & { readonly id: number }

const now = () => (asOf() === null ? 'i dag' : 'på vist tidspunkt')
const daysText = ({ day, priceDay }: Days) =>
  `${day ? `per ${date(day)}` : now()}${priceDay && ` med priser per ${date(priceDay)}`}`

const titleOf = ({ a, b }: Comparison, from: Days, to: Days) =>
  `Fra ${a.name} ${daysText(from)} til ${b.name} ${daysText(to)}`

const comparedPath = (from: Side, to: Side, all: boolean, what = '') =>
  withQuery(`${assemblyPath(from.id)}/compare/${to.id}${what}`, {
    asOf: from.day,
    otherAsOf: to.day,
    validOn: from.priceDay,
    otherValidOn: to.priceDay,
    all: all && 'true',
  })

/** Whether the assembly did not exist on the day of its side; undefined until that is known. */
const useIsAbsent = ({ id, day }: Side, isAsked: boolean) => {
  const { error, isLoading } = useSWR<unknown, ApiError>(
    isAsked && day ? `${assemblyPath(id)}?asOf=${day}` : null,
  )
  return isLoading ? undefined : error?.status === 404
}

type DifferencesProps = { assembly: Assembly; from: Side; to: Side; all: boolean }

const Differences = ({ assembly, from, to, all }: DifferencesProps) => {
  const answer = useSWR<Comparison, ApiError>(comparedPath(from, to, all))
  const isMissing = answer.error?.status === 404
  const [isFromAbsent, isToAbsent] = [useIsAbsent(from, isMissing), useIsAbsent(to, isMissing)]
  const isKnown = isFromAbsent !== undefined && isToAbsent !== undefined
  const nameOf = ({ id }: Side) =>
    from.id === to.id ? 'Sammenstillingen' : id === assembly.id ? assembly.name : 'Den andre'
  const absent = (side: Side) => (
    <Absent
      day={side.day}
      assembly={nameOf(side)}
      createdAt={side.id === assembly.id ? assembly.createdAt : undefined}
    />
  )
  const missing = (isFromAbsent || isToAbsent) && (
    <>
      {isFromAbsent && absent(from)}
      {isToAbsent && absent(to)}
    </>
  )
  return (
    <Loaded
      {...answer}
      error={isKnown ? answer.error : null}
      loading="Sammenligner..."
      failed="Kunne ikke sammenligne"
      missing={missing}
    >
      {(comparison) => (
        <>
          <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 px-5 pb-3">
            <p className="min-w-0 font-medium break-words">{titleOf(comparison, from, to)}</p>
            <ExportMenu
              path={comparedPath(from, to, all, '/export')}
              name="sammenligning"
              failed="Kunne ikke eksportere sammenligningen"
            />
          </div>
          <ComparisonView {...comparison} />
          <PrintComparison comparison={comparison} title={titleOf(comparison, from, to)} />
        </>
      )}
    </Loaded>
  )
}

const inDirection = (one: Side, other: Side, isSwapped: boolean) =>
  isSwapped ? { from: other, to: one } : { from: one, to: other }

type Props = {
  assembly: Assembly
  /** The days to compare with today, for the same assembly. */
  since?: Days
  onClose: () => void
}

/** Compares the stykklister of two assemblies, or of one assembly on two days, on all levels. */
export const CompareDialog = ({ assembly, since, onClose }: Props) => {
  const [other, setOther] = useState(since ? assembly.id : null)
  const [day, setDay] = useState(since?.day ?? '')
  const [otherDay, setOtherDay] = useState('')
  const [isSwapped, setSwapped] = useState(false)
  const [all, setAll] = useState(false)
  const choosesDays = useMay('history') && asOf() === null
  return (
    <Dialog onClose={onClose} title="Sammenlign stykklister" description={assembly.name} size="lg">
      <div className="flex h-[70dvh] low:h-[90dvh] flex-col max-sm:h-[80dvh]">
        <div className="flex shrink-0 flex-wrap items-end gap-x-4 gap-y-2 px-5 py-4">
          <LabelledRecordSelect
            label="Sammenlign med"
            className="flex-1 basis-full"
            collection="assemblytypes"
            value={other}
            onChange={setOther}
            none="Velg sammenstilling"
          />
          {choosesDays && (
            <>
              <DayField label="Denne per dato" value={day} onChange={setDay} />
              <DayField label="Den andre per dato" value={otherDay} onChange={setOtherDay} />
            </>
          )}
          <Button icon={<ArrowLeftRight />} onClick={() => setSwapped(!isSwapped)}>
            Bytt retning
          </Button>
          <Checkbox checked={all} onChange={setAll}>
            Vis også like linjer
          </Checkbox>
        </div>
        {other === null ? (
          <Empty>Velg en sammenstilling å sammenligne med</Empty>
        ) : (
          <Differences
            assembly={assembly}
            {...inDirection(
              { id: assembly.id, day, priceDay: since?.priceDay ?? '' },
              { id: other, day: otherDay, priceDay: '' },
              isSwapped,
            )}
            all={all}
          />
        )}
      </div>
    </Dialog>
  )
}
