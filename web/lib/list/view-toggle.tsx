import { LayoutGrid, List } from 'lucide-react'
import { Tooltip } from '../tooltip.tsx'
import type { ViewKind } from './use-list-state.ts'

const kinds = [
  { kind: 'list', label: 'Listevisning', Icon: List },
  { kind: 'grid', label: 'Kortvisning', Icon: LayoutGrid },
] as const

type Props = { view: ViewKind; onChange: (view: ViewKind) => void }

export const ViewToggle = ({ view, onChange }: Props) => (
  <fieldset
    aria-label="Visning"
    className="flex rounded-md bg-sunken p-0.5 ring-1 ring-line ring-inset"
  >
    {kinds.map(({ kind, label, Icon }) => (
      <Tooltip key={kind} text={label}>
        <button
          type="button"
          aria-label={label}
          aria-pressed={view === kind}
          className="grid size-8 place-items-center rounded-sm text-muted hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
          onClick={() => onChange(kind)}
        >
          <Icon className="size-4" />
        </button>
      </Tooltip>
    ))}
  </fieldset>
)
