import { X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { IconButton } from '../../lib/button.tsx'
import { convertedQuantity } from './quantity.ts'
import { isFault, type RowPlan, type Row } from './plan.ts'
import { RowStatus, type RowActions } from './row-status.tsx'

type CellProps = {
  label: string
  placeholder: string
  value: string
  isWrong?: boolean
  className: string
  onChange: (value: string) => void
}

/** Commits on blur, so that unfinished numbers are not looked up. */
const Cell = ({ label, placeholder, value, isWrong = false, className, onChange }: CellProps) => {
  const [typed, setTyped] = useState(value)
  const commit = () => typed !== value && onChange(typed)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    commit()
  }
  return (
    <input
      aria-label={label}
      placeholder={placeholder}
      aria-invalid={isWrong}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
      className={`control h-8 min-h-0 ${className}`}
    />
  )
}

type Props = RowActions & { plan: RowPlan; line: number; onDrop: (row: Row) => void }

export const PasteRow = (props: Props) => {
  const { plan, line, onChange, onDrop } = props
  const { row, is, match, quantityFault } = plan
  const converted = convertedQuantity(row.quantity, match?.unit)
  const indent = { paddingLeft: `${(row.level - 1) * 1.25}rem` }
  return (
    <div
      className={`flex flex-wrap items-start gap-2 py-2 ${is === 'included' ? 'opacity-70' : ''}`}
      style={indent}
    >
      <Cell
        label={`Nummer, linje ${line}`}
        placeholder="Nummer"
        value={row.number}
        isWrong={isFault(plan) && quantityFault === null}
        className="w-36 max-sm:flex-1"
        onChange={(number) => onChange(row, { number, chosen: null })}
      />
      <Cell
        label={`Antall, linje ${line}`}
        placeholder="1"
        value={row.quantity}
        isWrong={quantityFault !== null}
        className="w-20 text-right tabular-nums"
        onChange={(quantity) => onChange(row, { quantity })}
      />
      <IconButton
        label={`Ta bort linje ${line}`}
        icon={<X />}
        className="sm:order-last"
        onClick={() => onDrop(row)}
      />
      <div className="flex min-h-8 min-w-0 flex-1 basis-56 flex-col justify-center gap-1">
        <RowStatus {...props} />
        {converted && <p className="text-sm text-muted tabular-nums">= {converted}</p>}
        {quantityFault && <p className="text-sm text-danger">{quantityFault}</p>}
      </div>
      <Cell
        label={`Notat, linje ${line}`}
        placeholder="Notat"
        value={row.notes}
        className="w-44 max-sm:w-full"
        onChange={(notes) => onChange(row, { notes })}
      />
    </div>
  )
}
