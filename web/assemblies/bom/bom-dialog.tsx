import { ShoppingCart } from 'lucide-react'
import { Link } from 'wouter'
import { bomViews, viewNames } from '#contracts/assembly/bom.ts'
import { OpenedRecord } from '../../catalogue/opened-record.tsx'
import { ButtonLink } from '../../lib/button.tsx'
import { ChangedNotice } from '../../lib/changed-notice.tsx'
import { CopyButton } from '../../lib/copy-button.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { useAddressTab } from '../../lib/open-record.ts'
import { PrintButton } from '../../lib/print-page.tsx'
import { recordLink } from '../../lib/records.ts'
import { withQuery } from '../../lib/with-query.ts'
import { assemblyPath, purchasingPath } from '../shared/api.ts'
import type { Assembly } from '../shared/assembly.ts'
import { Tabs } from '../../lib/tabs.tsx'
import { AsOf, asOfPath, type Days } from './as-of.tsx'
import { DayBar, Refused, useDays } from './day-bar.tsx'
import { ExportMenu } from '../../lib/export-menu.tsx'
import { PrintBom, views } from './views.tsx'

const PurchasingLink = ({ id, day }: { id: number; day: string }) => {
  const path = withQuery(purchasingPath([id]), { asOf: day })
  const link = (
    <ButtonLink href={path} icon={<ShoppingCart />}>
      Innkjøpsliste
    </ButtonLink>
  )
  // A past day needs a full page load, so that no cached data of today remains.
  return day ? (
    link
  ) : (
    <Link href={path} asChild>
      {link}
    </Link>
  )
}

const tabNames = bomViews.map((view) => viewNames[view].toLocaleLowerCase('nb'))

type FooterProps = { assemblyId: number; tab: number; days: Days }

const Footer = ({ assemblyId, tab, days }: FooterProps) => (
  <>
    <CopyButton
      text={recordLink('assemblytypes', assemblyId, { tab: tabNames[tab]!, ...days })}
      label="Kopier lenke"
    />
    <PrintButton />
    <PurchasingLink id={assemblyId} day={days.day} />
    <ExportMenu
      path={asOfPath(`${assemblyPath(assemblyId)}/export?view=${bomViews[tab]}`, days)}
      name="stykkliste"
      failed="Kunne ikke eksportere stykklisten"
    />
  </>
)

type Props = { assembly: Assembly; onClose: () => void }

/** The stykkliste of an assembly, with one tab per view. Data is read only when it is opened. */
export const BomDialog = ({ assembly, onClose }: Props) => {
  const [tab, showTab] = useAddressTab(tabNames)
  const { showToday, mayChoose, refusal, ...choice } = useDays()
  const { days } = choice
  const tabs = bomViews.map((one) => {
    const { icon, Tab } = views[one]
    return { label: viewNames[one], icon, content: <Tab assemblyId={assembly.id} /> }
  })
  return (
    <AsOf value={{ ...days, createdAt: assembly.createdAt }}>
      <Dialog
        hasAddress
        onClose={onClose}
        title="Stykkliste"
        description={assembly.name}
        size="xl"
        footer={!refusal && <Footer assemblyId={assembly.id} tab={tab} days={days} />}
      >
        <div className="flex h-[72dvh] low:h-[90dvh] flex-col max-sm:min-h-[38rem]">
          {mayChoose && <DayBar {...choice} assembly={assembly} />}
          {refusal ? (
            <Refused why={refusal} onToday={showToday} />
          ) : (
            <Tabs label="Visning" selected={tab} onSelect={showTab} tabs={tabs} />
          )}
        </div>
        {!days.day && <ChangedNotice over="dialog" of="assemblytypes" id={assembly.id} />}
        <PrintBom assembly={assembly} view={bomViews[tab]!} />
      </Dialog>
    </AsOf>
  )
}

type OpenedProps = { id: string; onClose: () => void }

export const OpenedBom = ({ id, onClose }: OpenedProps) => (
  <OpenedRecord<Assembly> of="assemblytypes" id={id} onClose={onClose}>
    {(assembly) => <BomDialog assembly={assembly} onClose={onClose} />}
  </OpenedRecord>
)
