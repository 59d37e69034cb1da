import { Menu, MenuButton, MenuItem, MenuItems, MenuSeparator } from '@headlessui/react'
import {
  Copy,
  EllipsisVertical,
  GitCompareArrows,
  ListTree,
  Network,
  Pencil,
  Settings2,
  Trash2,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
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

const itemLook =
  'flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left data-focus:bg-hover data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted'

export const CardMenu = ({ assembly, readOnly, open }: Props) => {
  const [deleting, setDeleting] = useState(false)
  return (
    <Menu>
      <MenuButton
        aria-label={`Handlinger for ${assembly.name}`}
        className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink data-open:bg-hover [&_svg]:size-4"
      >
        <EllipsisVertical aria-hidden />
      </MenuButton>
      <MenuItems
        anchor="bottom end"
        className="z-20 w-56 data-[state=open]:animate-appear rounded-lg bg-surface p-1 shadow-floating outline-none [--anchor-gap:4px] [--anchor-padding:8px]"
      >
        {entries
          .filter(({ edits }) => !(edits && readOnly))
          .map(({ kind, label, icon }) => (
            <MenuItem key={kind}>
              <button type="button" className={itemLook} onClick={() => open(kind, assembly)}>
                {icon}
                {label}
              </button>
            </MenuItem>
          ))}
        {!readOnly && (
          <>
            <MenuSeparator className="my-1 h-px bg-line" />
            <MenuItem disabled={deleting}>
              <button
                type="button"
                className={`${itemLook} text-danger [&_svg]:text-danger`}
                onClick={() => void deleteAssembly(assembly, setDeleting)}
              >
                <Trash2 />
                {deleting ? 'Sletter...' : 'Slett'}
              </button>
            </MenuItem>
          </>
        )}
      </MenuItems>
    </Menu>
  )
}
