import { Copy, GitCompareArrows, ListTree, Network, Pencil, Settings2, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ActionMenu } from '../../lib/action-menu.tsx'
import type { Assembly } from '../assembly.ts'
import type { DialogKind, OpenDialog } from './actions.ts'
import { deleteAssembly } from './delete-assembly.ts'

type Props = { assembly: Assembly; readOnly: boolean; open: OpenDialog }
type Entry = { kind: DialogKind; label: string; icon: ReactNode; edits?: boolean }

const entries: readonly Entry[] = [
  { kind: 'edit', label: 'Rediger', icon: <Pencil />, edits: true },
  { kind: 'manage', label: 'Administrer', icon: <Settings2 /> },
  { kind: 'bom', label: 'Vis stykkliste', icon: <ListTree /> },
  { kind: 'clone', label: 'Klone sammenstilling', icon: <Copy />, edits: true },
  { kind: 'where-used', label: 'Brukes i', icon: <Network /> },
  { kind: 'compare', label: 'Sammenlign', icon: <GitCompareArrows /> },
]

export const CardMenu = ({ assembly, readOnly, open }: Props) => {
  const [deleting, setDeleting] = useState(false)
  const remove = {
    label: deleting ? 'Sletter...' : 'Slett',
    icon: <Trash2 />,
    destructive: true,
    disabled: deleting,
    onSelect: () => void deleteAssembly(assembly, setDeleting),
  }
  const opening = entries
    .filter(({ edits }) => !(edits && readOnly))
    .map(({ kind, ...entry }) => ({ ...entry, onSelect: () => open(kind, assembly) }))
  return (
    <ActionMenu
      label={`Handlinger for ${assembly.name}`}
      actions={readOnly ? opening : [...opening, remove]}
    />
  )
}
