import { byKind, kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { Names } from '#contracts/history.ts'
import { capitalized } from '#contracts/text.ts'
import type { Group } from './changes.ts'
import { RecordName } from './change-value.tsx'

const nouns: Record<LinkKind | 'attribute' | 'offer', string> = {
  ...byKind(kindsOfLink, (kind) => capitalized(linkKinds[kind].noun.one)),
  attribute: 'Attributt',
  offer: 'Tilbud fra',
}
const collectionOf = (kind: LinkKind | 'offer'): EntityName =>
  kind === 'offer' ? 'suppliers' : linkKinds[kind].entity

type Props = { group: Group; names: Names }

export const GroupHeading = ({ group, names }: Props) => {
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
