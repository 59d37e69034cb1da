import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { HistoryItem, Names } from '#contracts/history.ts'
import { Button } from '../lib/button.tsx'
import { count } from '../lib/format.ts'
import { useMoreFocus } from '../lib/use-more-focus.ts'
import { ChangeValue } from './change-value.tsx'
import { firstLines, groupsOf, type NamedChange, type Subject } from './changes.ts'
import { GroupHeading } from './group-heading.tsx'

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

/** A new record or a clone may have hundreds of lines. */
const [first, step] = [10, 50]

type Props = { subject: Subject; item: Pick<HistoryItem, 'changes' | 'currency' | 'names'> }

export const ChangeTable = ({ subject, item }: Props) => {
  const [most, setMost] = useState(first)
  const groups = groupsOf(entityNamed(subject.entity), item)
  const lines = groups.reduce((sum, group) => sum + group.changes.length, 0)
  const noteFocus = useMoreFocus(most)
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
      {lines > most && (
        <Button
          small
          look="ghost"
          className="self-start"
          onClick={(event) => {
            noteFocus(event)
            setMost(most + step)
          }}
        >
          Vis flere ({count(lines - most)} til)
        </Button>
      )}
    </>
  )
}
