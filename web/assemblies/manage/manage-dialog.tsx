import { Activity, History, SlidersHorizontal } from 'lucide-react'
import { itemTypeOf } from '#contracts/assembly/bom.ts'
import { partKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { HistoryList } from '../../history/history-list.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { useMay } from '../../session/session.ts'
import type { Assembly } from '../shared/assembly.ts'
import { ItemTypeIcon } from '../shared/item-types.tsx'
import { Tabs, type TabContent } from '../../lib/tabs.tsx'
import { AttributesTab } from './attributes-tab.tsx'
import { linkTexts } from '../shared/link-texts.ts'
import { LinksTab } from './links-tab.tsx'
import { type Signal, SignalsTab } from './signals-tab.tsx'

type Props = {
  assembly: Assembly
  signals: readonly Signal[]
  onSignals: (signals: readonly Signal[]) => void
  onClose: () => void
}

/** Everything an assembly is built from, one tab per kind. */
export const ManageDialog = ({ assembly, signals, onSignals, onClose }: Props) => {
  const maySeeHistory = useMay('history')
  const links = (kind: LinkKind): TabContent => ({
    label: linkTexts[kind].tab,
    icon: <ItemTypeIcon type={itemTypeOf(kind)} />,
    count: assembly.bomSummary[linkTexts[kind].total],
    content: <LinksTab assembly={assembly} kind={kind} />,
  })
  const history = {
    label: 'Historikk',
    icon: <History />,
    content: <HistoryList subject={{ entity: 'assemblytypes', id: assembly.id }} />,
  }
  const tabs = [
    ...partKinds.map(links),
    {
      label: 'Signaler',
      icon: <Activity />,
      count: signals.length,
      content: <SignalsTab signals={signals} onChange={onSignals} />,
    },
    links('subassembly'),
    {
      label: 'Attributter',
      icon: <SlidersHorizontal />,
      count: assembly.attributes.length,
      content: <AttributesTab assembly={assembly} />,
    },
    ...(maySeeHistory ? [history] : []),
  ]
  return (
    <Dialog
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
