import * as Popover from '@radix-ui/react-popover'
import { Columns3 } from 'lucide-react'
import { Button } from '../button.tsx'
import type { Column } from './column.ts'
import type { ListControl } from './use-list-state.ts'

type Props<Row> = { columns: readonly Column<Row>[]; state: ListControl }

/** Shows and hides columns. The last one stays: a list without columns says nothing. */
export const ColumnsPopover = <Row,>({ columns, state }: Props<Row>) => {
  const shown = columns.filter(({ key }) => !state.hidden.includes(key))
  const toggle = (key: string) =>
    state.change({
      hidden: state.hidden.includes(key)
        ? state.hidden.filter((other) => other !== key)
        : [...state.hidden, key],
    })
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button icon={<Columns3 aria-hidden />}>
          {/* So that the list's tools stay on one line of a phone. */}
          <span className="max-sm:sr-only">Kolonner</span>
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Vis kolonner"
          className="z-20 flex max-h-(--radix-popover-content-available-height) w-60 flex-col data-[state=open]:animate-appear overflow-hidden rounded-lg bg-surface shadow-floating outline-none"
        >
          <div className="flex items-center justify-between border-b border-line px-3 py-2">
            <h2 className="text-sm font-semibold">Vis kolonner</h2>
            <Button
              small
              look="ghost"
              disabled={state.hidden.length === 0}
              onClick={() => state.change({ hidden: [] })}
            >
              Vis alle
            </Button>
          </div>
          <div className="overflow-y-auto p-1">
            {columns.map(({ key, label }) => (
              <label
                key={key}
                className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 hover:bg-hover has-disabled:cursor-default has-disabled:opacity-60"
              >
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={!state.hidden.includes(key)}
                  disabled={shown.length === 1 && shown[0]!.key === key}
                  onChange={() => toggle(key)}
                />
                {label}
              </label>
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
