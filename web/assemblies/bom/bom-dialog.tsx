import { GitCompareArrows, Printer, ShoppingCart } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'wouter'
import { bomViews, viewNames } from '#contracts/assembly/bom.ts'
import { OpenedRecord } from '../../catalogue/opened-record.tsx'
import { asOf } from '../../lib/as-of.ts'
import { Button, ButtonLink } from '../../lib/button.tsx'
import { ChangedNotice } from '../../lib/changed-notice.tsx'
import { CopyButton } from '../../lib/copy-button.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { DialogButton } from '../../lib/dialog-button.tsx'
import { date } from '../../lib/format.ts'
import { useAddressParameter, useAddressTab } from '../../lib/open-record.ts'
import { recordLink } from '../../lib/records.ts'
import { withQuery } from '../../lib/with-query.ts'
import { assemblyPath, purchasingPath } from '../shared/api.ts'
import { useMay } from '../../session/session.ts'
import type { Assembly } from '../shared/assembly.ts'
import { Tabs } from '../../lib/tabs.tsx'
import { AsOf, asOfPath, DayField, type Days } from './as-of.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { ExportMenu } from '../../lib/export-menu.tsx'
import { PrintBom, views } from './views.tsx'

/** The days in the address. If the whole app shows the past, that instant replaces `day`. */
const useDays = () => {
  const [askedDay, setDay] = useAddressParameter('day')
  const [priceDay, setPriceDay] = useAddressParameter('priceDay')
  const isNow = asOf() === null
  const days: Days = { day: isNow ? askedDay : '', priceDay }
  return { days, setDay, setPriceDay, isNow }
}
type DayBarProps = ReturnType<typeof useDays> & { assembly: Assembly }

const shownText = ({ day, priceDay }: Days): string =>
  [day && `Slik den var ${date(day)}`, priceDay && `Priser per ${date(priceDay)}`]
    .filter(Boolean)
    .join('. ')

const DayBar = ({ days, setDay, setPriceDay, assembly }: DayBarProps) => {
  const hint = useId()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-2">
      <DayField hint={hint} label="Per dato" value={days.day} onChange={setDay} />
      <DayField
        coming
        hint={hint}
        label="Priser per"
        value={days.priceDay}
        onChange={setPriceDay}
      />
      <DialogButton
        className="max-sm:disabled:hidden"
        icon={<GitCompareArrows />}
        disabled={!days.day && !days.priceDay}
        dialog={CompareDialog}
        with={{ assembly, since: days }}
      >
        Sammenlign med i dag
      </DialogButton>
      <output className="text-sm text-warning">{shownText(days)}</output>
      <p id={hint} className={`text-xs text-muted ${days.day || days.priceDay ? 'sr-only' : ''}`}>
        «Per dato» viser alt slik det var registrert den dagen. «Priser per» bytter bare prisene,
        til dem som gjelder den dagen.
      </p>
    </div>
  )
}

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
    <Button icon={<Printer />} onClick={() => print()}>
      Skriv ut
    </Button>
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
  const choice = useDays()
  const { days, isNow } = choice
  const choosesDays = useMay('history') && isNow
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
        footer={<Footer assemblyId={assembly.id} tab={tab} days={days} />}
      >
        <div className="flex h-[72dvh] low:h-[90dvh] flex-col max-sm:min-h-[38rem]">
          {choosesDays && <DayBar {...choice} assembly={assembly} />}
          <Tabs label="Visning" selected={tab} onSelect={showTab} tabs={tabs} />
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
