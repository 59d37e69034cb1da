import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { attempt } from './attempt.ts'
import { Button } from './button.tsx'
import { download } from './download.ts'
import { Spinner } from './spinner.tsx'

const formats = { csv: 'CSV', xlsx: 'Excel (XLSX)' } as const
type Format = keyof typeof formats

type Props = {
  path: string
  name: string
  failed: string
  /** In a narrow window it is an icon alone. */
  compact?: boolean
}

/** Saves what is shown; `path` is where it is exported from. */
export const ExportMenu = ({ path, name, failed, compact = false }: Props) => {
  const [busy, setBusy] = useState(false)
  const start = async (format: Format) => {
    setBusy(true)
    const source = `${path}${path.includes('?') ? '&' : '?'}format=${format}`
    await attempt(() => download(source, `${name}.${format}`), failed)
    setBusy(false)
  }
  return (
    <Menu>
      <MenuButton
        as={Button}
        icon={busy ? <Spinner /> : <Download />}
        title="Eksporter"
        disabled={busy}
      >
        <span className={compact ? 'max-lg:sr-only' : ''}>Eksporter</span>
      </MenuButton>
      <MenuItems
        anchor="top end"
        className="z-40 w-44 data-[state=open]:animate-appear rounded-lg bg-surface p-1 shadow-floating outline-none [--anchor-gap:4px]"
      >
        {Object.entries(formats).map(([format, label]) => (
          <MenuItem key={format}>
            <button
              type="button"
              className="flex w-full rounded-md px-2.5 py-1.5 text-left data-focus:bg-hover"
              onClick={() => void start(format as Format)}
            >
              {label}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  )
}
