import useSWR from 'swr'
import type { AttributeAnswer } from '#contracts/assembly/attributes.ts'
import { byKind, kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { JournalItem } from '#contracts/history.ts'
import { capitalized } from '#contracts/text.ts'
import type { Group } from './changes.ts'
import { RecordName } from './change-value.tsx'

export type Subject = Pick<JournalItem, 'entity'> & { readonly id: number | string }

const nouns: Record<LinkKind | 'attribute' | 'offer', string> = {
  ...byKind(kindsOfLink, (kind) => capitalized(linkKinds[kind].noun.one)),
  attribute: 'Attributt',
  offer: 'Tilbud fra',
}
const collectionOf = (kind: LinkKind | 'offer'): EntityName =>
  kind === 'offer' ? 'suppliers' : linkKinds[kind].entity

type AttributeProps = { subject: Subject; id: string }

const AttributeName = ({ subject: { entity, id: owner }, id }: AttributeProps) => {
  const { data } = useSWR<readonly AttributeAnswer[]>(`/api/${entity}/${owner}/attributes`)
  return data?.find((attribute) => String(attribute.id) === id)?.description ?? `Nr. ${id}`
}

/** The name of an attribute, if the change includes it. */
const descriptionIn = ({ changes }: Group): string | undefined => {
  const change = changes.find(({ key }) => key === 'description')
  return (change?.to ?? change?.from) as string | undefined
}

type Props = { group: Group; subject: Subject; at: string }

export const GroupHeading = ({ group, subject, at }: Props) => {
  const { owner } = group
  if (!('id' in owner)) return null
  const { kind, id } = owner
  return (
    <tr>
      <th scope="rowgroup" colSpan={3} className="pt-2 pb-0.5 font-medium break-words">
        {nouns[kind]}
        {kind === 'offer' ? ' ' : ': '}
        {kind === 'attribute' ? (
          (descriptionIn(group) ?? <AttributeName subject={subject} id={id} />)
        ) : (
          <RecordName collection={collectionOf(kind)} id={id} at={at} />
        )}
      </th>
    </tr>
  )
}
