import { Activity, History, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { itemTypeOf } from '#contracts/assembly/bom.ts'
import { partKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { HistoryList } from '../../history/history-list.tsx'
import { ChangedNotice } from '../../lib/changed-notice.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { Tabs, type TabContent } from '../../lib/tabs.tsx'
import { useRecord } from '../../lib/use-rows.ts'
import { useMay } from '../../session/session.ts'
import { usePasting } from '../paste/use-pasting.tsx'
import type { Assembly } from '../shared/assembly.ts'
import { ItemTypeIcon } from '../../lib/item-types.tsx'
import { linkTexts } from '../shared/link-texts.ts'
import { AttributesTab } from './attributes-tab.tsx'
import { LinksTab } from './links-tab.tsx'
import { SignalsTab, useSignals } from './signals-tab.tsx'

type Props = { assembly: Assembly; onClose: () => void }

const attributesOf = (assembly: Assembly): TabContent => ({
  label: 'Attributter',
  icon: <SlidersHorizontal />,
  count: assembly.attributes.length,
  content: <AttributesTab assembly={assembly} />,
})

const historyOf = ({ id }: Assembly): TabContent => ({
  label: 'Historikk',
  icon: <History />,
  content: <HistoryList subject={{ entity: 'assemblytypes', id }} />,
})

type ContentsProps = { assembly: Assembly; onManage: (id: number) => void }

const Contents = ({ assembly, onManage }: ContentsProps) => {
  const maySeeHistory = useMay('history')
  const [signals] = useSignals(assembly.id)
  const [tab, setTab] = useState(0)
  const linksOf = (kind: LinkKind): TabContent => ({
    label: linkTexts[kind].tab,
    icon: <ItemTypeIcon type={itemTypeOf(kind)} />,
    count: assembly.bomSummary[linkTexts[kind].total],
    content: (
      <LinksTab
        assembly={assembly}
        kind={kind}
        onManage={onManage}
        onAdded={(last) => setTab(tabs.findIndex(({ label }) => label === linkTexts[last].tab))}
      />
    ),
  })
  const tabs = [
    ...partKinds.map(linksOf),
    {
      label: 'Signaler',
      icon: <Activity />,
      count: signals.length,
      content: <SignalsTab assemblyId={assembly.id} />,
    },
    linksOf('subassembly'),
    attributesOf(assembly),
    ...(maySeeHistory ? [historyOf(assembly)] : []),
  ]
  return <Tabs label="Innhold" tabs={tabs} selected={tab} onSelect={setTab} />
}

const InnerDialog = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const { data } = useRecord<Assembly>('assemblytypes', String(id))
  return data ? <ManageDialog assembly={data} onClose={onClose} /> : null
}

export const ManageDialog = ({ assembly, onClose }: Props) => {
  const pasting = usePasting(assembly)
  const [inner, setInner] = useState<number | null>(null)
  const close = () => {
    onClose()
    pasting.tell()
  }
  return (
    <Dialog
      onClose={close}
      title="Administrer sammenstilling"
      description={assembly.name}
      size="xl"
      badge={pasting.button}
    >
      <div className="flex h-[75dvh] low:h-[90dvh] flex-col">
        {pasting.notice}
        <Contents assembly={assembly} onManage={setInner} />
      </div>
      <ChangedNotice over="dialog" of="assemblytypes" id={assembly.id} />
      {inner !== null && <InnerDialog id={inner} onClose={() => setInner(null)} />}
      {pasting.dialog}
    </Dialog>
  )
}
