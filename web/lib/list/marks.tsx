/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   display: flex removes the table roles, so they are set explicitly */
import { X } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Button } from '../button.tsx'
import { count } from '../format.ts'
import { marksWidth } from './column-widths.ts'
import type { Identified } from './list-props.ts'
import { useMarks } from './selection.ts'

type BoxProps = ComponentProps<'input'> & {
  onMark: (isRange: boolean) => void
}

/** Firefox does not pass a click with Shift on from the label to its box. */
const markRange = (event: MouseEvent<HTMLLabelElement>, onMark: BoxProps['onMark']) => {
  if (!event.shiftKey || event.target !== event.currentTarget) return
  event.preventDefault()
  onMark(true)
}

const Box = ({ onMark, ...input }: BoxProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- by keyboard the box itself is pressed
  <label
    className="grid print:hidden size-8 shrink-0 cursor-pointer place-items-center max-sm:size-11"
    onClick={(event) => markRange(event, onMark)}
  >
    <input
      type="checkbox"
      className="size-4 accent-accent"
      onChange={({ nativeEvent }) =>
        onMark('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
      }
      {...input}
    />
  </label>
)

type MarkProps = Identified & { name: string; tabIndex?: number }

export const MarkBox = ({ id, name, tabIndex }: MarkProps) => {
  const marks = useMarks()
  if (!marks) return null
  return (
    <Box
      aria-label={`Merk ${name}`}
      tabIndex={tabIndex}
      checked={marks.ids.has(id)}
      onMark={(isRange) => marks.mark(id, isRange)}
    />
  )
}

export const MarkCell = ({ row, name }: { row: Identified | undefined; name: string }) =>
  useMarks() && (
    <td
      role="gridcell"
      className="left-0 z-1 grid shrink-0 place-items-center bg-surface group-hover:bg-hover group-aria-selected:bg-accent-soft md:sticky"
      style={{ width: marksWidth }}
      onClick={(event) => event.stopPropagation()}
    >
      {row && <MarkBox id={row.id} name={name} tabIndex={-1} />}
    </td>
  )

export const MarkHeader = () => {
  const marks = useMarks()
  if (!marks) return null
  return (
    <th
      role="columnheader"
      scope="col"
      className="left-0 z-2 grid shrink-0 place-items-center bg-sunken md:sticky"
      style={{ width: marksWidth }}
    >
      <Box
        aria-label="Merk alle som passer"
        title="Merk alle som passer"
        checked={marks.isAll}
        ref={(input) => {
          if (input) input.indeterminate = marks.ids.size > 0 && !marks.isAll
        }}
        onMark={marks.markAll}
      />
    </th>
  )
}

export const MarkedBar = ({ children }: { children: ReactNode }) => {
  const marks = useMarks()
  if (!marks || marks.ids.size === 0) return null
  return (
    <div className="sticky print:hidden bottom-3 z-10 flex flex-wrap items-center gap-2 self-center rounded-lg bg-surface px-4 py-2 shadow-floating">
      <output className="tabular-nums">{count(marks.ids.size)} merket</output>
      {children}
      {!marks.isAll && (
        <Button look="ghost" onClick={marks.markAll}>
          Merk alle som passer
        </Button>
      )}
      <Button look="ghost" icon={<X />} title="Fjern merking" onClick={marks.clear}>
        <span className="max-lg:sr-only">Fjern merking</span>
      </Button>
    </div>
  )
}
