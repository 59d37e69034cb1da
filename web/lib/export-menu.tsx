import { Menu, MenuButton } from '@headlessui/react'
import { Download } from 'lucide-react'
import { useTransition } from 'react'
import { ActionItems } from './action-menu.tsx'
import { attempt } from './attempt.ts'
import { Button } from './button.tsx'
import { download } from './download.ts'
import { Spinner } from './spinner.tsx'
import { withQuery } from './with-query.ts'

const formats = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel (XLSX)'],
] as const

type Props = {
  path: string
  name: string
  failed: string
  /** Only an icon in narrow windows. */
  compact?: boolean
}

export const ExportMenu = ({ path, name, failed, compact = false }: Props) => {
  const [busy, startTransition] = useTransition()
  const start = (format: string) => {
    const save = () => download(withQuery(path, { format }), `${name}.${format}`)
    if (!busy) startTransition(() => attempt(save, failed))
  }
  return (
    <Menu>
      <MenuButton as={Button} icon={busy ? <Spinner /> : <Download />} title="Eksporter">
        <span className={compact ? 'max-lg:sr-only' : ''}>Eksporter</span>
      </MenuButton>
      <ActionItems
        actions={formats.map(([format, label]) => ({ label, onSelect: () => start(format) }))}
      />
    </Menu>
  )
}
