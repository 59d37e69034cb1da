import { TrendingUp } from 'lucide-react'
import useSWR from 'swr'
import type { PricedEntity } from '#contracts/catalogue/index.ts'
import type { PriceChange } from '#contracts/price-history.ts'
import { Empty, Loaded } from '../lib/panel.tsx'
import { PriceTable } from './price-table.tsx'

type Props = { entityType: PricedEntity; id: number | string }

/** Every price of one record. */
export const PriceHistory = ({ entityType, id }: Props) => {
  const query = new URLSearchParams({ entityType, entityId: String(id) })
  const answer = useSWR<readonly PriceChange[]>(`/api/pricing/history?${query}`, {
    revalidateIfStale: true,
  })
  return (
    <Loaded {...answer} loading="Laster priser..." failed="Kunne ikke hente prishistorikken">
      {(history) =>
        history.length === 0 ? (
          <Empty icon={<TrendingUp />}>Ingen priser registrert</Empty>
        ) : (
          <div className="flex min-h-0 flex-1 flex-col p-5">
            <PriceTable history={history} />
          </div>
        )
      }
    </Loaded>
  )
}
