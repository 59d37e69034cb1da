import type { ReactNode } from 'react'
import type { HistoryItem } from '#contracts/history.ts'
import { Badge } from '../lib/badge.tsx'
import { viaText } from '#contracts/via-text.ts'
import { dateTime } from '../lib/format.ts'

type Change = Omit<HistoryItem, 'event'>

const minute = 60_000

/** The time the log entry was written, if it differs by more than a minute from the change's own time. */
const recordedLater = ({ at, recordedAt }: Change): string | null =>
  Math.abs(Date.parse(recordedAt) - Date.parse(at)) > minute ? recordedAt : null

type Props = { item: Change; children?: ReactNode }

export const ChangeHeading = ({ item, children }: Props) => {
  const { name, now } = item.user
  const written = recordedLater(item)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <time dateTime={item.at} className="font-medium tabular-nums">
          {dateTime(item.at)}
        </time>
        <span>
          {name}
          {now && <span className="text-muted"> (nå {now})</span>}
        </span>
        <Badge>{viaText(item.via)}</Badge>
        {children}
      </p>
      {item.reason && (
        <p className="text-sm break-words whitespace-pre-line">
          <span className="text-muted">Begrunnelse:</span> {item.reason}
        </p>
      )}
      {written && (
        <p className="text-sm text-warning">
          Skrevet i hendelsesloggen <time dateTime={written}>{dateTime(written)}</time>
        </p>
      )}
    </>
  )
}
