import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { Download, GitCompareArrows, Printer } from 'lucide-react'
import { useState } from 'react'
import { bomViews, type BomView } from '#contracts/assembly/bom.ts'
import { attempt } from '../../lib/attempt.ts'
import { asOf } from '../../lib/as-of.ts'
import { Button } from '../../lib/button.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { date } from '../../lib/format.ts'
import { download } from '../../lib/download.ts'
import { Spinner } from '../../lib/spinner.tsx'
import { assemblyPath } from '../shared/api.ts'
import { useMay } from '../../session/session.ts'
import type { Assembly } from '../shared/assembly.ts'
import { Tabs } from '../../lib/tabs.tsx'
import { AsOf, DayField, usePathsThen } from './as-of.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { PrintBom, views } from './views.tsx'

const formats = { csv: 'CSV', xlsx: 'Excel (XLSX)' } as const
type Format = keyof typeof formats

type Props = { assembly: Assembly; onClose: () => void }

const ExportMenu = ({ assembly, view }: { assembly: Assembly; view: BomView }) => {
  const [busy, setBusy] = useState(false)
  const then = usePathsThen()
  const start = async (format: Format) => {
    setBusy(true)
    const path = then(`${assemblyPath(assembly.id)}/export?view=${view}&format=${format}`)
    await attempt(() => download(path, `stykkliste.${format}`), 'Kunne ikke eksportere stykklisten')
    setBusy(false)
  }
  return (
    <Menu>
      <MenuButton as={Button} icon={busy ? <Spinner /> : <Download />} disabled={busy}>
        Eksporter
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

type DayBarProps = { day: string; onDay: (day: string) => void; onCompare: () => void }

const DayBar = ({ day, onDay, onCompare }: DayBarProps) => (
  <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-2">
    <DayField label="Per dato" value={day} onChange={onDay} />
    <Button icon={<GitCompareArrows />} disabled={!day} onClick={onCompare}>
      Sammenlign med i dag
    </Button>
    {day && <output className="text-sm text-warning">Slik den var {date(day)}</output>}
  </div>
)

/** The stykkliste of an assembly, a tab for each view. Nothing is read before it is opened. */
export const BomDialog = ({ assembly, onClose }: Props) => {
  const [view, setView] = useState<BomView>(bomViews[0])
  const [day, setDay] = useState('')
  const [compares, setCompares] = useState(false)
  const choosesDays = useMay('history') && asOf() === null
  return (
    <AsOf value={day}>
      <Dialog
        onClose={onClose}
        title="Stykkliste"
        description={assembly.name}
        size="xl"
        footer={
          <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
            <Button icon={<Printer />} onClick={() => print()}>
              Skriv ut
            </Button>
            <ExportMenu assembly={assembly} view={view} />
          </footer>
        }
      >
        <div className="flex h-[72dvh] low:h-[90dvh] flex-col">
          {choosesDays && <DayBar day={day} onDay={setDay} onCompare={() => setCompares(true)} />}
          <Tabs
            label="Visning"
            onSelect={(tab) => setView(bomViews[tab]!)}
            tabs={bomViews.map((one) => {
              const { label, icon, Tab } = views[one]
              return { label, icon, content: <Tab assemblyId={assembly.id} /> }
            })}
          />
        </div>
        {compares && (
          <CompareDialog assembly={assembly} since={day} onClose={() => setCompares(false)} />
        )}
        <PrintBom assembly={assembly} view={view} />
      </Dialog>
    </AsOf>
  )
}
