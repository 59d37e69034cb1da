import { Activity, Box, Cog, Layers, Radar, SlidersHorizontal } from 'lucide-react'
import type { LinkKind } from '#contracts/assembly/links.ts'
import { Dialog } from '../../lib/dialog.tsx'
import type { Assembly } from '../shared/assembly.ts'
import { Tabs, type TabContent } from '../shared/tabs.tsx'
import { AttributesTab } from './attributes-tab.tsx'
import { linkTexts } from './link-texts.ts'
import { LinksTab } from './links-tab.tsx'
import { type Signal, SignalsTab } from './signals-tab.tsx'

type Props = {
  assembly: Assembly
  readOnly: boolean
  signals: readonly Signal[]
  onSignals: (signals: readonly Signal[]) => void
  onClose: () => void
}

const icons = { component: Box, motor: Cog, sensor: Radar, subassembly: Layers }

/** Everything an assembly is built from, one tab per kind. */
export const ManageDialog = ({ assembly, readOnly, signals, onSignals, onClose }: Props) => {
  const { totalComponents, totalMotors, totalSensors, totalSubassemblies } = assembly.bomSummary
  const links = (kind: LinkKind, count: number): TabContent => {
    const Icon = icons[kind]
    return {
      label: linkTexts[kind].tab,
      icon: <Icon aria-hidden />,
      count,
      content: <LinksTab assembly={assembly} kind={kind} readOnly={readOnly} />,
    }
  }
  const tabs: TabContent[] = [
    links('component', totalComponents),
    links('motor', totalMotors),
    links('sensor', totalSensors),
    {
      label: 'Signaler',
      icon: <Activity aria-hidden />,
      count: signals.length,
      content: <SignalsTab signals={signals} onChange={onSignals} readOnly={readOnly} />,
    },
    links('subassembly', totalSubassemblies),
    {
      label: 'Attributter',
      icon: <SlidersHorizontal aria-hidden />,
      count: assembly.attributes.length,
      content: <AttributesTab assembly={assembly} readOnly={readOnly} />,
    },
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      title="Administrer sammenstilling"
      description={assembly.name}
      size="xl"
    >
      <div className="flex h-[75dvh] low:h-[90dvh] flex-col">
        <Tabs label="Innhold" tabs={tabs} />
      </div>
    </Dialog>
  )
}
