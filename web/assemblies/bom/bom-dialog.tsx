import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { ChartNoAxesColumn, Download, ListTree, Printer, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../lib/button.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { Spinner } from '../../lib/spinner.tsx'
import type { Assembly } from '../assembly.ts'
import { Tabs } from '../tabs.tsx'
import { exportBom, formats, type BomView, type Format } from './export.ts'
import { FlatTab } from './flat-tab.tsx'
import { HierarchyTab } from './hierarchy-tab.tsx'
import { PrintPage } from './print-page.tsx'
import { SummaryTab } from './summary-tab.tsx'

type Props = { assembly: Assembly; onClose: () => void }

const views: readonly BomView[] = ['flat', 'hierarchy', 'summary']

const ExportMenu = ({ assembly, view }: { assembly: Assembly; view: BomView }) => {
  const [busy, setBusy] = useState(false)
  const start = async (format: Format) => {
    setBusy(true)
    await exportBom(assembly, view, format)
    setBusy(false)
  }
  return (
    <Menu>
      <MenuButton as={Button} icon={busy ? <Spinner /> : <Download aria-hidden />} disabled={busy}>
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

/** The stykkliste of an assembly in three views. Nothing is read before it is opened. */
export const BomDialog = ({ assembly, onClose }: Props) => {
  const [tab, setTab] = useState(0)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Stykkliste"
      description={assembly.name}
      size="xl"
      footer={
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
          <Button icon={<Printer aria-hidden />} onClick={() => print()}>
            Skriv ut
          </Button>
          <ExportMenu assembly={assembly} view={views[tab] ?? 'flat'} />
        </footer>
      }
    >
      <div className="flex h-[72dvh] low:h-[90dvh] flex-col">
        <Tabs
          label="Visning"
          selected={tab}
          onSelect={setTab}
          tabs={[
            {
              label: 'Eksplodert',
              icon: <Rows3 aria-hidden />,
              content: <FlatTab assemblyId={assembly.id} />,
            },
            {
              label: 'Hierarki',
              icon: <ListTree aria-hidden />,
              content: <HierarchyTab assemblyId={assembly.id} />,
            },
            {
              label: 'Sammendrag',
              icon: <ChartNoAxesColumn aria-hidden />,
              content: <SummaryTab assemblyId={assembly.id} />,
            },
          ]}
        />
      </div>
      <PrintPage assembly={assembly} view={views[tab] ?? 'flat'} />
    </Dialog>
  )
}
