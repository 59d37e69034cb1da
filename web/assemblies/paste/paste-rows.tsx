import { useState } from 'react'
import { Alert } from '../../lib/alert.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { Checkbox } from '../../lib/checkbox.tsx'
import { count, counted } from '../../lib/format.ts'
import { NotRead } from '../../lib/loaded.tsx'
import { VirtualList } from '../shared/virtual-list.tsx'
import { PasteRow } from './paste-row.tsx'
import type { RowActions } from './row-status.tsx'
import type { Paste } from './use-paste.ts'

const pieces = (one: number, single: string, many: string) =>
  one === 0 ? [] : [counted(one, single, many)]

const outcomeOf = ({ rows, tooMany, faults, changes, command, unread }: Paste): string => {
  const lines = counted(rows.length, 'linje', 'linjer')
  if (faults.length > 0) return `${lines}, ${count(faults.length)} må rettes`
  if (unread || tooMany) return lines
  if (!command || !changes) return 'Kontrollerer...'
  const added = changes.filter(({ before }) => before === null).length
  const tops = command.lines.filter(({ made }) => made !== undefined).length
  const changed = changes.length - added
  const same = command.lines.length - tops - changes.length
  return [
    ...pieces(added + tops, 'ny linje', 'nye linjer'),
    ...pieces(changed, 'endres', 'endres'),
    ...pieces(same, 'er som før', 'er som før'),
    ...pieces(command.made.length, 'ny sammenstilling', 'nye sammenstillinger'),
  ].join(', ')
}

type Props = { paste: Paste; onMake: RowActions['onMake'] }

export const PasteRows = ({ paste, onMake }: Props) => {
  const [onlyFaults, setOnlyFaults] = useState(false)
  const { rows, faults, failure, unread } = paste
  const lineOf = new Map(rows.map(({ row }, at) => [row.key, at + 1]))
  const shown = onlyFaults && faults.length > 0 ? faults : rows
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 px-5">
        <output className="font-medium">{outcomeOf(paste)}</output>
        {faults.length > 0 && (
          <Checkbox checked={onlyFaults} onChange={setOnlyFaults} className="text-sm">
            Vis bare det som må rettes
          </Checkbox>
        )}
      </div>
      {unread && <NotRead {...unread} failed="Kunne ikke kontrollere linjene" className="mx-5" />}
      {failure != null && (
        <div className="mx-5">
          <Alert>{messageOf(failure)}</Alert>
        </div>
      )}
      <VirtualList label="Rader" items={shown} keyOf={({ row }) => row.key}>
        {(one) => (
          <PasteRow
            plan={one}
            line={lineOf.get(one.row.key)!}
            onChange={paste.change}
            onDrop={paste.drop}
            onMake={onMake}
          />
        )}
      </VirtualList>
    </>
  )
}
