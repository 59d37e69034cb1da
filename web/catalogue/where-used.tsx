import { Layers } from 'lucide-react'
import useSWR from 'swr'
import type { Use } from '#contracts/assembly/bom-answers.ts'
import { kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { Badge } from '../lib/badge.tsx'
import { counted, number } from '../lib/format.ts'
import { Loaded } from '../lib/loaded.tsx'
import { linkLook, RecordLink } from '../lib/record-link.tsx'
import { useSomeOf } from '../lib/use-some-of.tsx'

type Collection = (typeof linkKinds)[LinkKind]['entity']
export type WhereUsedProps = { collection: Collection; id: number }

/** Only these collections can be part of assemblies. */
export const isLinked = (entity: string): entity is Collection =>
  kindsOfLink.some((kind) => linkKinds[kind].entity === entity)

const UseRow = ({ use }: { use: Use }) => (
  <li className="flex items-start gap-2 py-1.5">
    <Layers className="mt-0.5 size-4 shrink-0 text-muted" />
    <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-1.5">
      <RecordLink to="assemblytypes" id={use.itemId} className={`${linkLook} min-w-0 break-words`}>
        {use.description}
      </RecordLink>
      {use.type && <Badge>{use.type}</Badge>}
    </div>
    <span className="shrink-0 text-sm text-muted">
      {use.level === 1 ? 'Direkte' : `Nivå ${use.level}`}
    </span>
    <span className="max-w-[45%] min-w-24 shrink-0 text-right wrap-anywhere tabular-nums">
      × {number(use.totalQuantity)}
    </span>
  </li>
)

/** All assemblies that contain the record, directly or deeper, nearest first. Null reads nothing. */
export const useUses = (of: WhereUsedProps | null) =>
  useSWR<readonly Use[]>(of && `/api/${of.collection}/${of.id}/where-used`, {
    // Links change on other screens, so read again each time.
    revalidateIfStale: true,
  })

const most = 8

const UseList = ({ uses }: { uses: readonly Use[] }) => {
  const { shown, moreButton } = useSomeOf(uses, most)
  return (
    <>
      <p className="text-sm text-muted">
        {counted(uses.length, 'sammenstilling', 'sammenstillinger')}
      </p>
      <ul aria-label="Brukes i" className="mt-1 divide-y divide-line">
        {shown.map((use) => (
          <UseRow key={use.itemId} use={use} />
        ))}
      </ul>
      {moreButton}
    </>
  )
}

export const WhereUsed = (props: WhereUsedProps) => (
  <Loaded
    part
    {...useUses(props)}
    empty={<p className="text-sm text-muted">Brukes ikke i noen sammenstilling</p>}
  >
    {(uses) => <UseList uses={uses} />}
  </Loaded>
)
