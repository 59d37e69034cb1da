import * as Popover from '@radix-ui/react-popover'
import { EllipsisVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import type { RowAction } from './list-props.ts'

type Props<Row> = {
  row: Row
  /** What the row is called. */
  name: string
  actions: readonly RowAction<Row>[]
  tabIndex: number
}

/** The actions of a row behind one button, where there is no room for a button each. */
export const RowMenu = <Row,>({ row, name, actions, tabIndex }: Props<Row>) => {
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = useRef<RowAction<Row>>(undefined)
  const [open, setOpen] = useState(false)
  const label = `Handlinger for ${name}`
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton
          ref={trigger}
          label={label}
          icon={<EllipsisVertical aria-hidden />}
          tabIndex={tabIndex}
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="z-20 flex w-56 flex-col data-[state=open]:animate-appear rounded-lg bg-surface p-1 shadow-floating outline-none"
          // Only once this is gone, and the focus is back where a dialog will return it to.
          onCloseAutoFocus={(event) => {
            if (!chosen.current) return
            event.preventDefault()
            trigger.current?.focus()
            chosen.current.onSelect(row)
            chosen.current = undefined
          }}
        >
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              className={`flex min-h-10 items-center gap-2.5 rounded-md px-2.5 text-left outline-offset-[-2px] hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 ${action.destructive ? 'text-danger' : '[&_svg]:text-muted'}`}
              onClick={() => {
                chosen.current = action
                setOpen(false)
              }}
            >
              {action.icon}
              {action.label}
            </button>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
