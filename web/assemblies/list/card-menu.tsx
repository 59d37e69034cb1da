import {
  Copy,
  GitCompareArrows,
  History,
  ListTree,
  Network,
  Pencil,
  Settings2,
  Trash2,
} from 'lucide-react'
import { useTransition, type ReactNode } from 'react'
import type { Permission } from '#contracts/access.ts'
import { allParts } from '#contracts/assembly/link-kinds.ts'
import { assembly } from '#contracts/catalogue/assembly.ts'
import { deleteRecord } from '../../catalogue/delete-record.tsx'
import { ActionMenu } from '../../lib/action-menu.tsx'
import { useMay, usePermissions } from '../../session/session.ts'
import type { CardProps, DialogKind } from '../shared/assembly.ts'

const deleteQuestion = (name: string): string =>
  `Er du sikker på at du vil slette sammenstillingen "${name}"? Dette vil også fjerne alle tilknyttede ${allParts}.`

type Entry = { kind: DialogKind; label: string; icon: ReactNode; needs?: Permission }

const entries: readonly Entry[] = [
  { kind: 'edit', label: 'Rediger', icon: <Pencil />, needs: 'edit' },
  { kind: 'manage', label: 'Administrer', icon: <Settings2 /> },
  { kind: 'bom', label: 'Vis stykkliste', icon: <ListTree /> },
  { kind: 'clone', label: 'Klone sammenstilling', icon: <Copy />, needs: 'edit' },
  { kind: 'where-used', label: 'Brukes i', icon: <Network /> },
  { kind: 'compare', label: 'Sammenlign', icon: <GitCompareArrows /> },
  { kind: 'history', label: 'Historikk', icon: <History />, needs: 'history' },
]

export const CardMenu = ({ assembly: row, open }: CardProps) => {
  const mayEdit = useMay('edit')
  const allows = usePermissions()
  const [deleting, startTransition] = useTransition()
  const removing = {
    label: deleting ? 'Sletter...' : 'Slett',
    icon: <Trash2 />,
    destructive: true,
    disabled: deleting,
    onSelect: () => startTransition(() => deleteRecord(assembly, row, deleteQuestion(row.name))),
  }
  const opening = entries
    .filter(({ needs }) => !needs || allows(needs))
    .map(({ kind, needs: _needs, ...entry }) => ({
      ...entry,
      onSelect: () => open(kind, row),
    }))
  return (
    <ActionMenu
      label={`Handlinger for ${row.name}`}
      actions={mayEdit ? [...opening, removing] : opening}
    />
  )
}
