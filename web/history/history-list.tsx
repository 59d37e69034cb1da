import { History } from 'lucide-react'
import { Link } from 'wouter'
import type { HistoryItem } from '#contracts/history.ts'
import { togetherText } from '#contracts/via-text.ts'
import { Badge } from '../lib/badge.tsx'
import { asOf } from '../lib/as-of.ts'
import { OlderList } from '../lib/older-list.tsx'
import { Empty } from '../lib/loaded.tsx'
import { Panel } from '../lib/panel.tsx'
import { linkLook } from '../lib/record-link.tsx'
import { withQuery } from '../lib/with-query.ts'
import { useMay } from '../session/session.ts'
import { ChangeHeading } from './change-heading.tsx'
import { ChangeTable } from './change-table.tsx'
import type { Subject } from './changes.ts'

const badges = {
  created: <Badge tone="success">Opprettet</Badge>,
  removed: <Badge tone="danger">Slettet</Badge>,
  erased: <Badge tone="danger">Kontaktopplysninger slettet for godt</Badge>,
}

type ToJournalProps = { query: Readonly<Record<string, string>>; children: string }

const ToJournal = ({ query, children }: ToJournalProps) =>
  useMay('audit') && (
    <Link href={withQuery('/revisjon', query)} className={linkLook}>
      {children}
    </Link>
  )

const Item = ({ item, subject }: { item: HistoryItem; subject: Subject }) => {
  const { import: job } = item.via
  return (
    <li className="flex flex-col gap-1.5 py-4">
      <ChangeHeading item={item}>
        {item.event && badges[item.event]}
        {job && <ToJournal query={{ import: job }}>{togetherText(item.via)}</ToJournal>}
      </ChangeHeading>
      {item.text && <p className="text-sm text-muted">{item.text}</p>}
      <ChangeTable subject={subject} item={item} />
    </li>
  )
}

export const HistoryList = ({ subject }: { subject: Subject }) => {
  const { entity, id } = subject
  return (
    <Panel
      label="Endringer"
      hint={`Hver endring${asOf() === null ? '' : ' til nå'}, den nyeste først.`}
      action={<ToJournal query={{ entity, id: String(id) }}>Vis i Revisjon</ToJournal>}
    >
      <div className="flex flex-col">
        <OlderList<HistoryItem>
          path={`/api/${entity}/${id}/history`}
          loading="Laster historikk..."
          failed="Kunne ikke hente historikken"
          empty={<Empty icon={<History />}>Ingen endringer funnet</Empty>}
        >
          {(items) => (
            <ul className="divide-y divide-line border-t border-line">
              {items.map((item) => (
                <Item key={item.position} item={item} subject={subject} />
              ))}
            </ul>
          )}
        </OlderList>
      </div>
    </Panel>
  )
}
