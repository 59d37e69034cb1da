import { History } from 'lucide-react'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { HistoryItem } from '#contracts/history.ts'
import { Badge } from '../lib/badge.tsx'
import { OlderButton } from '../lib/older-button.tsx'
import { Empty, Loaded, Panel } from '../lib/panel.tsx'
import { useOlder } from '../lib/use-older.ts'
import { ChangeHeading } from './change-heading.tsx'
import { ChangeTable } from './change-table.tsx'
import type { Subject } from './group-heading.tsx'
import { eventOf } from './texts.ts'

const tones = { Opprettet: 'success', Slettet: 'danger' } as const

const Item = ({ item, subject }: { item: HistoryItem; subject: Subject }) => {
  const event = eventOf(entityNamed(subject.entity), item.changes)
  return (
    <li className="flex flex-col gap-1.5 py-4">
      <ChangeHeading item={item}>
        {event && <Badge tone={tones[event]}>{event}</Badge>}
      </ChangeHeading>
      <ChangeTable subject={subject} changes={item.changes} />
    </li>
  )
}

/** Every change of one record, newest first. */
export const HistoryList = ({ subject }: { subject: Subject }) => {
  const list = useOlder<HistoryItem>(`/api/${subject.entity}/${subject.id}/history`)
  return (
    <Panel label="Endringer" hint="Hver endring, den nyeste først.">
      <Loaded
        data={list.items}
        error={list.error}
        mutate={list.retry}
        loading="Laster historikk..."
        failed="Kunne ikke hente historikken"
      >
        {(items) =>
          items.length === 0 ? (
            <Empty icon={<History />}>Ingen endringer funnet</Empty>
          ) : (
            <div className="flex flex-col">
              <ul className="divide-y divide-line border-t border-line">
                {items.map((item) => (
                  <Item key={item.position} item={item} subject={subject} />
                ))}
              </ul>
              <OlderButton list={list} />
            </div>
          )
        }
      </Loaded>
    </Panel>
  )
}
