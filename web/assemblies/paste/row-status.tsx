import { Plus } from 'lucide-react'
import { itemLabels, itemTypeOf } from '#contracts/assembly/bom.ts'
import { partKinds, type PartKind } from '#contracts/assembly/link-kinds.ts'
import type { NumberMatch } from '#contracts/search-answers.ts'
import { ActionMenu } from '../../lib/action-menu.tsx'
import { Select } from '../../lib/select.tsx'
import { Badge } from '../../lib/badge.tsx'
import { Button } from '../../lib/button.tsx'
import { linkTexts } from '../shared/link-texts.ts'
import { ItemTypeIcon } from '../../lib/item-types.tsx'
import { kindOf, type Chosen, type RowPlan, type Row } from './plan.ts'

const kindText = (match: NumberMatch) => itemLabels[itemTypeOf(kindOf(match))]

const nameOf = ({ title, number, supplier }: NumberMatch) =>
  [title, number === title ? null : number, supplier].filter(Boolean).join(' · ')

export type RowActions = {
  onChange: (row: Row, change: Partial<Row>) => void
  onMake: (row: Row, kind: PartKind) => void
}

type Props = RowActions & { plan: RowPlan; line: number }

const Ambiguous = ({ plan: { row }, line, onChange }: Props) => (
  <Select
    aria-label={`Hvilken post på linje ${line}`}
    aria-invalid
    value=""
    options={[
      ['', 'Flere har dette nummeret. Velg...'],
      ...(row.matches ?? []).map(
        (match, at) => [String(at), `${kindText(match)}: ${nameOf(match)}`] as const,
      ),
    ]}
    onChange={({ target }) =>
      onChange(row, { chosen: row.matches?.[Number(target.value)] ?? null })
    }
  />
)

const Unknown = ({ plan: { row, hasBelow }, line, onChange, onMake }: Props) => {
  const choose = (chosen: Chosen) => onChange(row, { chosen })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone="danger">{hasBelow ? 'Er ingen sammenstilling' : 'Finnes ikke'}</Badge>
      {!hasBelow && (
        <Button small icon={<Plus />} onClick={() => onMake(row, 'component')}>
          {linkTexts.component.make}
        </Button>
      )}
      <Button small icon={<Plus />} onClick={() => choose('new')}>
        Ny sammenstilling
      </Button>
      {!hasBelow && (
        <ActionMenu
          label={`Mer som kan opprettes av linje ${line}`}
          actions={partKinds.slice(1).map((kind) => ({
            label: linkTexts[kind].make,
            icon: <ItemTypeIcon type={kind} />,
            onSelect: () => onMake(row, kind),
          }))}
        />
      )}
    </div>
  )
}

export const RowStatus = (props: Props) => {
  const { is, match, row } = props.plan
  if (is === 'ambiguous') return <Ambiguous {...props} />
  if (is === 'unknown') return <Unknown {...props} />
  if (is === 'conflicting')
    return (
      <span className="text-sm text-danger">
        Har et annet innhold enn lenger opp. Gi den et eget nummer
      </span>
    )
  if (is === 'pending') return <span className="text-muted">Ikke slått opp ennå</span>
  if (is === 'included')
    return <span className="text-muted">Følger med sammenstillingen, som finnes fra før</span>
  if (is === 'new')
    return (
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone="accent">Ny sammenstilling</Badge> {row.name || row.number}
      </span>
    )
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <Badge>{kindText(match!)}</Badge>
      <span className="min-w-0 break-words">{nameOf(match!)}</span>
    </span>
  )
}
