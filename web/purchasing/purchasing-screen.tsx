import { PackageOpen, ShoppingCart, TriangleAlert } from 'lucide-react'
import useSWR from 'swr'
import type { Purchasing } from '#contracts/purchasing/answer.ts'
import { ExportMenu } from '../lib/export-menu.tsx'
import { LabelledSelect } from '../lib/labelled.tsx'
import { Notice } from '../lib/notice.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { Outdated } from '../lib/outdated.tsx'
import { PrintButton } from '../lib/print-page.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { useAddressState } from '../lib/use-address-state.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import { useSomeOf } from '../lib/use-some-of.tsx'
import { fromAddress, listPath, toAddress, type Shown } from './address.ts'
import { ChosenAssemblies } from './chosen-assemblies.tsx'
import { GroupSection } from './group-section.tsx'
import { groupsOf, orders } from './order.ts'
import { PrintList } from './print-list.tsx'
import { assembliesText, missingText, totalText } from './texts.ts'

type Change = (changes: Partial<Shown>) => void

const Arrangement = ({ shown, change }: { shown: Shown; change: Change }) => (
  <div className="flex flex-wrap gap-x-4 gap-y-2">
    <LabelledSelect
      label="Vis"
      place="beside"
      value={shown.bySupplier ? 'supplier' : 'none'}
      onChange={(value) => change({ bySupplier: value === 'supplier' })}
      options={[
        ['supplier', 'Per leverandør'],
        ['none', 'Alt i én tabell'],
      ]}
    />
    <LabelledSelect
      label="Sorter etter"
      place="beside"
      value={shown.order}
      onChange={(order) => change({ order })}
      options={Object.entries(orders)}
    />
  </div>
)

/** A page of some thousand suppliers would take ten seconds. */
const suppliersFirst = 100

const Lists = ({ list, shown, change }: { list: Purchasing; shown: Shown; change: Change }) => {
  const groups = groupsOf(list, shown.bySupplier, shown.order)
  const some = useSomeOf(groups, suppliersFirst, suppliersFirst)
  const missing = missingText(list)
  if (groups.length === 0) return <Notice icon={<PackageOpen />} title="Ingen deler å kjøpe inn" />
  return (
    <>
      {missing && (
        <p className="flex items-start gap-2 rounded-md bg-warning-soft p-3 text-warning">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" />
          <span>{missing}</span>
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Arrangement shown={shown} change={change} />
        <p className="tabular-nums">
          <span className="text-muted">{list.complete ? 'Sum' : 'Sum av det som har pris'}</span>{' '}
          <span className="font-semibold">{totalText(list.totals)}</span>
        </p>
      </div>
      {some.shown.map((group) => (
        <GroupSection
          key={group.key}
          group={group}
          namesSupplier={!shown.bySupplier}
          purpose={assembliesText(list.assemblies)}
        />
      ))}
      {some.moreButton && <div>{some.moreButton}</div>}
      <PrintList list={list} groups={groups} namesSupplier={!shown.bySupplier} />
    </>
  )
}

const Actions = ({ shown, isOld }: { shown: Shown; isOld: boolean }) => (
  <>
    <PrintButton disabled={isOld} />
    <ExportMenu
      path={listPath(shown.assemblies, '/export') ?? ''}
      name="innkjøpsliste"
      failed="Kunne ikke eksportere innkjøpslisten"
    />
  </>
)

export const PurchasingScreen = () => {
  const [shown, setShown] = useAddressState({ read: fromAddress, write: toAddress })
  const change: Change = (changes) => setShown({ ...shown, ...changes })
  const wanted = listPath(shown.assemblies) ?? ''
  const path = useDebounced(wanted)
  const answer = useSWR<Purchasing>(path || null, { keepPreviousData: true })
  const isOld = answer.isLoading || path !== wanted
  const nameOf = (id: number) =>
    answer.data?.assemblies.find((one) => one.id === id)?.name ?? `Nr. ${id}`
  const isChosen = shown.assemblies.length > 0
  return (
    <PageFrame
      title="Innkjøpsliste"
      description="Delene i sammenstillingene, alle nivåer, samlet per leverandør"
      action={isChosen && <Actions shown={shown} isOld={isOld} />}
    >
      <ChosenAssemblies
        assemblies={shown.assemblies}
        nameOf={nameOf}
        onChange={(assemblies) => change({ assemblies })}
      />
      {isChosen ? (
        <Loaded
          {...answer}
          data={answer.error ? undefined : answer.data}
          loading="Lager innkjøpsliste..."
          failed="Kunne ikke lage innkjøpslisten"
        >
          {(list) => (
            <Outdated is={isOld} locked>
              <Lists list={list} shown={shown} change={change} />
            </Outdated>
          )}
        </Loaded>
      ) : (
        <Notice
          icon={<ShoppingCart />}
          title="Ingen sammenstillinger valgt"
          hint="Velg hva det skal kjøpes inn til."
        />
      )}
    </PageFrame>
  )
}
