import { GitCompareArrows, Printer, ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { bomViews } from '#contracts/assembly/bom.ts'
import { asOf } from '../../lib/as-of.ts'
import { Button, ButtonLink } from '../../lib/button.tsx'
import { ChangedNotice } from '../../lib/changed-notice.tsx'
import { CopyLink } from '../../lib/copy-link.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { date } from '../../lib/format.ts'
import { useAddressed, useAddressedTab } from '../../lib/open-record.ts'
import { assemblyPath, purchasingPath } from '../shared/api.ts'
import { useMay } from '../../session/session.ts'
import type { Assembly } from '../shared/assembly.ts'
import { Tabs } from '../../lib/tabs.tsx'
import { AsOf, asOfPath, DayField } from './as-of.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { ExportMenu } from '../../lib/export-menu.tsx'
import { PrintBom, views } from './views.tsx'

type Props = { assembly: Assembly; onClose: () => void }

type Days = { day: string; priceDay: string }
type DayBarProps = Days & {
  onDay: (day: string) => void
  onPriceDay: (day: string) => void
  onCompare: () => void
}

const shownText = ({ day, priceDay }: Days): string =>
  [day && `Slik den var ${date(day)}`, priceDay && `Priser per ${date(priceDay)}`]
    .filter(Boolean)
    .join('. ')

const DayBar = ({ day, priceDay, onDay, onPriceDay, onCompare }: DayBarProps) => (
  <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-2">
    <DayField label="Per dato" value={day} onChange={onDay} />
    <DayField coming label="Priser per" value={priceDay} onChange={onPriceDay} />
    <Button
      className="max-sm:disabled:hidden"
      icon={<GitCompareArrows />}
      disabled={!day}
      onClick={onCompare}
    >
      Sammenlign med i dag
    </Button>
    <output className="text-sm text-warning">{shownText({ day, priceDay })}</output>
  </div>
)

const PurchasingLink = ({ id, day }: { id: number; day: string }) => {
  const path = asOfPath(purchasingPath([id]), { day, priceDay: '' })
  const link = (
    <ButtonLink href={path} icon={<ShoppingCart />}>
      Innkjøpsliste
    </ButtonLink>
  )
  // Of another day the page begins anew, so that nothing of this one stays.
  return day ? (
    link
  ) : (
    <Link href={path} asChild>
      {link}
    </Link>
  )
}

/** As the address has them. */
const tabNames = bomViews.map((view) => views[view].label.toLocaleLowerCase('nb'))

/** The stykkliste of an assembly, a tab for each view. Nothing is read before it is opened. */
export const BomDialog = ({ assembly, onClose }: Props) => {
  const [tab, showTab] = useAddressedTab(tabNames)
  const view = bomViews[tab]!
  const [askedDay, setDay] = useAddressed('day')
  const [priceDay, setPriceDay] = useAddressed('priceDay')
  // What all screens show goes before it.
  const isNow = asOf() === null
  const day = isNow ? askedDay : ''
  const days = { day, priceDay }
  const [compares, setCompares] = useState(false)
  const choosesDays = useMay('history') && isNow
  return (
    <AsOf value={days}>
      <Dialog
        hasAddress
        onClose={onClose}
        title="Stykkliste"
        description={assembly.name}
        size="xl"
        footer={
          <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
            <CopyLink
              of="assemblytypes"
              id={assembly.id}
              asked={{ tab: tabNames[tab]!, ...days }}
            />
            <Button icon={<Printer />} onClick={() => print()}>
              Skriv ut
            </Button>
            <PurchasingLink id={assembly.id} day={day} />
            <ExportMenu
              path={asOfPath(`${assemblyPath(assembly.id)}/export?view=${view}`, days)}
              name="stykkliste"
              failed="Kunne ikke eksportere stykklisten"
            />
          </footer>
        }
      >
        <div className="flex h-[72dvh] low:h-[90dvh] flex-col">
          {choosesDays && (
            <DayBar
              {...days}
              onDay={setDay}
              onPriceDay={setPriceDay}
              onCompare={() => setCompares(true)}
            />
          )}
          <Tabs
            label="Visning"
            selected={tab}
            onSelect={showTab}
            tabs={bomViews.map((one) => {
              const { label, icon, Tab } = views[one]
              return { label, icon, content: <Tab assemblyId={assembly.id} /> }
            })}
          />
        </div>
        {!day && <ChangedNotice over="dialog" of="assemblytypes" id={assembly.id} />}
        {compares && (
          <CompareDialog assembly={assembly} since={day} onClose={() => setCompares(false)} />
        )}
        <PrintBom assembly={assembly} view={view} />
      </Dialog>
    </AsOf>
  )
}
