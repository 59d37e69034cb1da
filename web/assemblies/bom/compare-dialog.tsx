import { ArrowRight, Equal } from 'lucide-react'
import { useId, useState } from 'react'
import useSWR from 'swr'
import type { Comparison } from '#contracts/assembly/bom-answers.ts'
import { RecordSelect } from '../../fields/record-select.tsx'
import { Badge } from '../../lib/badge.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { number } from '../../lib/format.ts'
import { assemblyPath } from '../shared/api.ts'
import type { Assembly } from '../shared/assembly.ts'
import { Empty, Loaded } from '../../lib/panel.tsx'
import { VirtualList } from '../shared/virtual-list.tsx'
import { itemKey } from './cost.ts'
import { ItemTypeIcon } from '../shared/item-types.tsx'

type Props = { assembly: Assembly; onClose: () => void }
type Line = Comparison['lines'][number]

const changes = {
  added: { label: 'Lagt til', tone: 'success' },
  removed: { label: 'Fjernet', tone: 'danger' },
  changed: { label: 'Endret', tone: 'warning' },
  same: { label: 'Likt', tone: 'neutral' },
} as const

const DifferenceRow = ({ line }: { line: Line }) => {
  const { label, tone } = changes[line.change]
  return (
    <div className="flex items-start gap-3 py-2">
      <span className="mt-0.5 text-muted">
        <ItemTypeIcon type={line.itemType} />
      </span>
      <div className="min-w-0 flex-1">
        <span className="break-words">{line.description}</span> <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="flex shrink-0 items-center gap-1.5 tabular-nums">
        <span className="text-muted">{number(line.before)}</span>
        <ArrowRight aria-label="til" className="size-3.5 text-faint" />
        <span className="font-semibold">{number(line.after)}</span>
        <span className="text-muted">{line.unit}</span>
      </p>
    </div>
  )
}

const Lines = ({ counts, lines }: Comparison) => {
  const different = counts.added + counts.removed + counts.changed
  return (
    <>
      <output className="shrink-0 px-5 pb-3 text-sm text-muted tabular-nums">
        {different === 0
          ? 'Ingen forskjeller'
          : `${counts.added} lagt til · ${counts.removed} fjernet · ${counts.changed} endret`}
        {` · ${counts.same} like`}
      </output>
      {lines.length === 0 ? (
        <Empty icon={<Equal />}>Stykklistene er like</Empty>
      ) : (
        <VirtualList label="Forskjeller" items={lines} keyOf={itemKey} estimate={41}>
          {(line) => <DifferenceRow line={line} />}
        </VirtualList>
      )}
    </>
  )
}

const Differences = ({ a, b, all }: { a: number; b: number; all: boolean }) => {
  const answer = useSWR<Comparison>(`${assemblyPath(a)}/compare/${b}${all ? '?all=true' : ''}`)
  return (
    <Loaded {...answer} loading="Sammenligner..." failed="Kunne ikke sammenligne">
      {(comparison) => <Lines {...comparison} />}
    </Loaded>
  )
}

/** What differs between the stykklister of two assemblies, over all levels. */
export const CompareDialog = ({ assembly, onClose }: Props) => {
  const [other, setOther] = useState<number | null>(null)
  const [all, setAll] = useState(false)
  const select = useId()
  return (
    <Dialog onClose={onClose} title="Sammenlign stykklister" description={assembly.name} size="lg">
      <div className="flex h-[70dvh] low:h-[90dvh] flex-col">
        <div className="flex shrink-0 flex-wrap items-end gap-x-4 gap-y-2 px-5 py-4">
          <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
            <label htmlFor={select} className="text-sm font-medium">
              Sammenlign med
            </label>
            <RecordSelect
              collection="assemblytypes"
              value={other}
              onChange={setOther}
              none="Velg sammenstilling"
              except={assembly.id}
              field={{ id: select }}
            />
          </div>
          <label className="flex h-9 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={all}
              onChange={({ target }) => setAll(target.checked)}
            />
            Vis også like linjer
          </label>
        </div>
        {other === null ? (
          <Empty>Velg en sammenstilling å sammenligne med</Empty>
        ) : (
          <Differences a={assembly.id} b={other} all={all} />
        )}
      </div>
    </Dialog>
  )
}
