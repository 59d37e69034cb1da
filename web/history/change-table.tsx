import { ArrowRight } from 'lucide-react'
import { byKind, kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { HistoryItem, Names } from '#contracts/history.ts'
import { capitalized } from '#contracts/text.ts'
import { ChangeValue, RecordName } from './change-value.tsx'
import { firstLines, groupsOf, type Group, type NamedChange, type Subject } from './changes.ts'
import { useMost } from './use-most.tsx'

const Line = ({ change, names }: { change: NamedChange; names: Names }) => (
  <tr className="align-top">
    <th scope="row" className="py-0.5 pr-2 font-normal break-words hyphens-auto text-muted sm:pr-3">
      {change.field.label}
    </th>
    <td className="py-0.5 pr-2 break-words text-muted tabular-nums">
      <ChangeValue of={change} side="from" names={names} />
    </td>
    <td className="py-0.5 break-words tabular-nums">
      <span className="flex min-w-0 gap-2">
        <ArrowRight aria-hidden className="mt-1 size-3.5 shrink-0 text-faint" />
        <span className="min-w-0">
          <ChangeValue of={change} side="to" names={names} />
        </span>
      </span>
    </td>
  </tr>
)

const nouns: Record<LinkKind | 'attribute' | 'offer', string> = {
  ...byKind(kindsOfLink, (kind) => capitalized(linkKinds[kind].noun.one)),
  attribute: 'Attributt',
  offer: 'Tilbud fra',
}
const collectionOf = (kind: LinkKind | 'offer'): EntityName =>
  kind === 'offer' ? 'suppliers' : linkKinds[kind].entity

const GroupHeading = ({ group, names }: { group: Group; names: Names }) => {
  const { owner } = group
  if (!('id' in owner)) return null
  const { kind, id } = owner
  return (
    <tr>
      <th scope="rowgroup" colSpan={3} className="pt-2 pb-0.5 font-medium break-words">
        {nouns[kind]}
        {kind === 'offer' ? ' ' : ': '}
        {kind === 'attribute' ? (
          (names[`attributes/${id}`]?.name ?? `Nr. ${id}`)
        ) : (
          <RecordName collection={collectionOf(kind)} id={id} names={names} />
        )}
      </th>
    </tr>
  )
}

/** A new record or a clone may have hundreds of lines. */
const [first, step] = [10, 50]

type Props = { subject: Subject; item: Pick<HistoryItem, 'changes' | 'currency' | 'names'> }

export const ChangeTable = ({ subject, item }: Props) => {
  const { most, moreButton } = useMost(first, step)
  const groups = groupsOf(entityNamed(subject.entity), item)
  const lines = groups.reduce((sum, group) => sum + group.changes.length, 0)
  if (lines === 0) return null
  return (
    <>
      <table className="w-full max-w-3xl table-fixed text-left text-sm">
        <colgroup>
          <col className="w-[32%] sm:w-[28%]" />
          <col className="w-[30%] sm:w-[32%]" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            {['Felt', 'Fra', 'Til'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {firstLines(groups, most).map((group) => (
          <tbody key={group.key}>
            <GroupHeading group={group} names={item.names} />
            {group.changes.map((change) => (
              <Line key={change.path} change={change} names={item.names} />
            ))}
          </tbody>
        ))}
      </table>
      {moreButton('Vis flere', lines, 'self-start')}
    </>
  )
}
