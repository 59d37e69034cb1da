import { Activity, ClipboardPaste, History, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { itemTypeOf } from '#contracts/assembly/bom.ts'
import { partKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { HistoryList } from '../../history/history-list.tsx'
import { Button } from '../../lib/button.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { useRecord } from '../../lib/use-record.ts'
import { useMay } from '../../session/session.ts'
import type { Assembly } from '../shared/assembly.ts'
import type { Pasted } from '../paste/lines-api.ts'
import { usePastedRows } from '../paste/use-pasted-rows.ts'
import { tellPasted } from '../paste/undo-paste.ts'
import { UndoNotice } from '../paste/undo-notice.tsx'
import { ItemTypeIcon } from '../shared/item-types.tsx'
import { Tabs, type TabContent } from '../../lib/tabs.tsx'
import { AttributesTab } from './attributes-tab.tsx'
import { linkTexts } from '../shared/link-texts.ts'
import { LinksTab } from './links-tab.tsx'
import { type Signal, SignalsTab } from './signals-tab.tsx'

const PasteDialog = lazyDialog(async () => (await import('../paste/paste-dialog.tsx')).PasteDialog)

type Props = {
  assembly: Assembly
  /** By assembly. */
  signals: ReadonlyMap<number, readonly Signal[]>
  onSignals: (signals: ReadonlyMap<number, readonly Signal[]>) => void
  onClose: () => void
}

type InnerProps = Omit<Props, 'assembly'> & { id: number }

/** Over the dialog of what it stands in. */
const InnerDialog = ({ id, ...rest }: InnerProps) => {
  const { data } = useRecord<Assembly>('assemblytypes', String(id))
  return data ? <ManageDialog assembly={data} {...rest} /> : null
}

/** Everything an assembly is built from, one tab per kind. */
export const ManageDialog = ({ assembly, signals, onSignals, onClose }: Props) => {
  const maySeeHistory = useMay('history')
  const mayEdit = useMay('edit')
  /** What is pasted, while it is looked at. */
  const [pasting, setPasting] = useState<string | null>(null)
  /** The subassembly that is managed over this. */
  const [inner, setInner] = useState<number | null>(null)
  const own = signals.get(assembly.id) ?? []
  const [pasted, setPasted] = useState<Pasted | null>(null)
  usePastedRows(mayEdit, setPasting)
  const close = () => {
    onClose()
    if (pasted) tellPasted(assembly, pasted)
  }
  const [tab, setTab] = useState(0)
  const links = (kind: LinkKind): TabContent => ({
    label: linkTexts[kind].tab,
    icon: <ItemTypeIcon type={itemTypeOf(kind)} />,
    count: assembly.bomSummary[linkTexts[kind].total],
    content: (
      <LinksTab
        assembly={assembly}
        kind={kind}
        onManage={setInner}
        onAdded={(last) => setTab(tabs.findIndex(({ label }) => label === linkTexts[last].tab))}
      />
    ),
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
      count: own.length,
      content: (
        <SignalsTab
          assemblyId={assembly.id}
          signals={own}
          onChange={(changed) => onSignals(new Map(signals).set(assembly.id, changed))}
        />
      ),
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
      onClose={close}
      title="Administrer sammenstilling"
      description={assembly.name}
      size="xl"
      {...(mayEdit && {
        badge: (
          <Button small icon={<ClipboardPaste />} onClick={() => setPasting('')}>
            <span className="max-sm:sr-only">Lim inn eller importer</span>
          </Button>
        ),
      })}
    >
      <div className="flex h-[75dvh] low:h-[90dvh] flex-col">
        {pasted && (
          <UndoNotice assemblyId={assembly.id} pasted={pasted} onGone={() => setPasted(null)} />
        )}
        <Tabs label="Innhold" tabs={tabs} selected={tab} onSelect={setTab} />
      </div>
      {inner !== null && (
        <InnerDialog
          id={inner}
          signals={signals}
          onSignals={onSignals}
          onClose={() => setInner(null)}
        />
      )}
      {pasting !== null && (
        <PasteDialog
          assembly={assembly}
          text={pasting}
          onDone={(done) => {
            setPasted(done)
            setPasting(null)
          }}
          onClose={() => setPasting(null)}
        />
      )}
    </Dialog>
  )
}
