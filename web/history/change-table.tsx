import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import type { AttributeAnswer } from '#contracts/assembly/attributes.ts'
import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { Change, JournalItem } from '#contracts/history.ts'
import { Button } from '../lib/button.tsx'
import { count } from '../lib/format.ts'
import { ChangeValue } from './change-value.tsx'
import { firstLines, groupsOf, type Group, type NamedChange } from './groups.ts'
import { RecordName } from './record-name.tsx'

/** The record that changed. */
export type Subject = Pick<JournalItem, 'entity'> & { readonly id: number | string }

const linkNouns: Record<LinkKind, string> = {
  component: 'Komponent',
  motor: 'Motor',
  sensor: 'Sensor',
  subassembly: 'Underenhet',
}

type AttributeProps = { subject: Subject; id: string }

const AttributeName = ({ subject: { entity, id: owner }, id }: AttributeProps) => {
  const { data } = useSWR<readonly AttributeAnswer[]>(`/api/${entity}/${owner}/attributes`)
  return data?.find((attribute) => String(attribute.id) === id)?.description ?? `Nr. ${id}`
}

/** What an attribute is called, where the change itself says it. */
const saidIn = ({ changes }: Group): string | undefined => {
  const said = changes.find(({ named }) => named.key === 'description')
  return (said?.to ?? said?.from) as string | undefined
}

/** What a group of lines is about; the record itself goes without saying. */
const Heading = ({ group, subject }: { group: Group; subject: Subject }) => {
  const { owner } = group
  if (!('id' in owner)) return null
  const { kind, id } = owner
  return (
    <tr>
      <th scope="rowgroup" colSpan={3} className="pt-2 pb-0.5 font-medium break-words">
        {kind === 'attribute' ? 'Attributt' : linkNouns[kind]}
        {': '}
        {kind === 'attribute' ? (
          (saidIn(group) ?? <AttributeName subject={subject} id={id} />)
        ) : (
          <RecordName collection={linkKinds[kind].entity} id={id} />
        )}
      </th>
    </tr>
  )
}

const Line = ({ named, from, to }: NamedChange) => (
  <tr className="align-top">
    <th scope="row" className="py-0.5 pr-3 font-normal break-words text-muted">
      {named.field.label}
    </th>
    <td className="py-0.5 pr-2 break-words text-muted tabular-nums">
      <ChangeValue named={named} value={from} />
    </td>
    <td className="py-0.5 break-words tabular-nums">
      <span className="flex min-w-0 gap-2">
        <ArrowRight aria-hidden className="mt-1 size-3.5 shrink-0 text-faint" />
        <span className="min-w-0">
          <ChangeValue named={named} value={to} />
        </span>
      </span>
    </td>
  </tr>
)

/** A record that is new, or a clone, may have hundreds of lines. */
const [first, step] = [10, 50]

type Props = { subject: Subject; changes: readonly Change[] }

/** From what to what, line by line. */
export const ChangeTable = ({ subject, changes }: Props) => {
  const [most, setMost] = useState(first)
  const groups = groupsOf(entityNamed(subject.entity), changes)
  const lines = groups.reduce((sum, group) => sum + group.changes.length, 0)
  if (lines === 0) return null
  return (
    <>
      <table className="w-full max-w-3xl table-fixed text-left text-sm">
        <colgroup>
          <col className="w-[28%]" />
          <col className="w-[32%]" />
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
            <Heading group={group} subject={subject} />
            {group.changes.map((change) => (
              <Line key={change.path} {...change} />
            ))}
          </tbody>
        ))}
      </table>
      {lines > most && (
        <Button small look="ghost" className="self-start" onClick={() => setMost(most + step)}>
          Vis flere ({count(lines - most)} til)
        </Button>
      )}
    </>
  )
}
