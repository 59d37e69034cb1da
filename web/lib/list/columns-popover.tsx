import { Popover, PopoverButton } from '@headlessui/react'
import { Columns3 } from 'lucide-react'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { PopoverDialog } from '../popover-dialog.tsx'
import type { Column } from './list-props.ts'
import { hiddenKey, type ListControl } from './use-list-state.ts'

type Props<Row> = { columns: readonly Column<Row>[]; state: ListControl }

/** Shows and hides columns or card lines. The last visible one cannot be hidden. */
export const ColumnsPopover = <Row,>({ columns, state }: Props<Row>) => {
  const of = hiddenKey(state)
  const { [of]: hidden, change } = state
  const isShown = (key: string) => !hidden.includes(key)
  const isLast = state.view === 'list' && columns.filter(({ key }) => isShown(key)).length === 1
  const toggle = (key: string) =>
    change({
      [of]: isShown(key) ? [...hidden, key] : hidden.filter((other) => other !== key),
    })
  return (
    <Popover>
      <PopoverButton as={Button} icon={<Columns3 />} title="Kolonner">
        {/* Icon only, so that the toolbar fits on one line. */}
        <span className="max-lg:sr-only">Kolonner</span>
      </PopoverButton>
      <PopoverDialog label="Vis kolonner" to="bottom end" className="flex w-60 flex-col">
        <div className="flex items-center justify-between border-b border-line px-3 py-2">
          <h2 className="text-sm font-semibold">Vis kolonner</h2>
          <Button
            small
            look="ghost"
            disabled={hidden.length === 0}
            onClick={() => change({ [of]: [] })}
          >
            Vis alle
          </Button>
        </div>
        <div className="overflow-y-auto p-1">
          {columns.map(({ key, label }) => (
            <Checkbox
              key={key}
              className="cursor-pointer rounded-md px-2 hover:bg-hover has-disabled:cursor-default has-disabled:opacity-60"
              checked={isShown(key)}
              disabled={isLast && isShown(key)}
              onChange={() => toggle(key)}
            >
              {label}
            </Checkbox>
          ))}
        </div>
      </PopoverDialog>
    </Popover>
  )
}
