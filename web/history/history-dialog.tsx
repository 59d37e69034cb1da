import { History, TrendingUp } from 'lucide-react'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { Dialog } from '../lib/dialog.tsx'
import { Tabs } from '../lib/tabs.tsx'
import type { Subject } from './group-heading.tsx'
import { HistoryList } from './history-list.tsx'
import { PriceHistory } from './prices-tab.tsx'

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
