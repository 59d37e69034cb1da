import { History, TrendingUp } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import useSWR from 'swr'
import { entityNamed, type PricedEntity } from '#contracts/catalogue/index.ts'
import type { PriceChange } from '#contracts/price-history.ts'
import { Dialog } from '../lib/dialog.tsx'
import { Tabs } from '../lib/tabs.tsx'
import { withQuery } from '../lib/with-query.ts'
import type { Subject } from './changes.ts'
import { HistoryList } from './history-list.tsx'
import { Empty, Loaded } from '../lib/loaded.tsx'
import { Loading } from '../lib/spinner.tsx'
import { inEffectiveOrder } from './effective-prices.ts'
import { changeAt } from './price-plots.ts'
import { PriceTable } from './price-table.tsx'

/** Lazy, because of the chart library. */
const PriceChart = lazy(async () => ({ default: (await import('./price-chart.tsx')).PriceChart }))

const Prices = ({ changes }: { changes: readonly PriceChange[] }) => {
  const [now] = useState(() => Date.now())
  const history = inEffectiveOrder(changes)
  const [selected, setSelected] = useState(() => changeAt(history, now))
  return (
    <div className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto p-5 lg:grid-cols-2 lg:content-stretch lg:overflow-hidden">
      <Suspense fallback={<Loading />}>
        <PriceChart history={history} now={now} selected={selected} onSelect={setSelected} />
      </Suspense>
      <PriceTable history={history} selected={selected} onSelect={setSelected} />
    </div>
  )
}

type PricesProps = { entityType: PricedEntity; id: number | string }

export const PriceHistory = ({ entityType, id }: PricesProps) => {
  const path = withQuery('/api/pricing/history', { entityType, entityId: String(id) })
  const answer = useSWR<readonly PriceChange[]>(path, { revalidateIfStale: true })
  return (
    <Loaded
      {...answer}
      loading="Laster priser..."
      failed="Kunne ikke hente prishistorikken"
      empty={<Empty icon={<TrendingUp />}>Ingen priser registrert</Empty>}
    >
      {(history) => <Prices key={history.length} changes={history} />}
    </Loaded>
  )
}

export type HistoryDialogProps = { subject: Subject; title: string; onClose: () => void }

export const HistoryDialog = ({ subject, title, onClose }: HistoryDialogProps) => {
  const { priced } = entityNamed(subject.entity)
  const changes = <HistoryList subject={subject} />
  return (
    <Dialog onClose={onClose} title="Historikk" description={title} size="xl">
      <div className="flex h-[75dvh] low:h-[90dvh] flex-col">
        {priced ? (
          <Tabs
            label="Historikk"
            tabs={[
              { label: 'Endringer', icon: <History />, content: changes },
              {
                label: 'Priser',
                icon: <TrendingUp />,
                content: <PriceHistory entityType={priced} id={subject.id} />,
              },
            ]}
          />
        ) : (
          changes
        )}
      </div>
    </Dialog>
  )
}
