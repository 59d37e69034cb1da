import { Menu, MenuButton, MenuItem, MenuItems, MenuSeparator } from '@headlessui/react'
import { EllipsisVertical } from 'lucide-react'
import { Fragment, useRef, type ReactNode } from 'react'

type MenuAction = {
  readonly label: string
  readonly icon?: ReactNode
  readonly onSelect: () => void
  /** Shown last, with a separator. */
  readonly destructive?: boolean | undefined
  readonly disabled?: boolean
}

const look =
  'flex min-h-10 w-full items-center gap-2.5 rounded-md px-2.5 text-left sm:min-h-8 data-focus:bg-hover data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0'

export const ActionItems = ({ actions }: { actions: readonly MenuAction[] }) => (
  <MenuItems
    anchor="bottom end"
    className="z-40 w-56 data-[state=open]:animate-appear rounded-lg bg-surface p-1 shadow-floating outline-none [--anchor-gap:4px] [--anchor-padding:8px]"
  >
    {actions.map(({ label, icon, onSelect, destructive, disabled }, at) => (
      <Fragment key={label}>
        {destructive && at > 0 && <MenuSeparator className="my-1 h-px bg-line" />}
        <MenuItem disabled={disabled ?? false}>
          <button
            type="button"
            className={`${look} ${destructive ? 'text-danger' : '[&_svg]:text-muted'}`}
            onClick={onSelect}
          >
            {icon}
            {label}
          </button>
        </MenuItem>
      </Fragment>
    ))}
  </MenuItems>
)

type Props = { label: string; actions: readonly MenuAction[]; tabIndex?: number }

export const ActionMenu = ({ label, actions, tabIndex }: Props) => {
  const button = useRef<HTMLButtonElement>(null)
  /** Wait until the menu has closed, and focus its button, so that a dialog returns the focus there. */
  const selecting = ({ onSelect, ...action }: MenuAction) => ({
    ...action,
    onSelect: () =>
      void setTimeout(() => {
        button.current?.focus({ preventScroll: true })
        onSelect()
      }),
  })
  return (
    <Menu>
      <MenuButton
        ref={button}
        aria-label={label}
        tabIndex={tabIndex}
        className="inline-grid print:hidden size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink data-open:bg-hover [&_svg]:size-4"
      >
        <EllipsisVertical />
      </MenuButton>
      <ActionItems actions={actions.map(selecting)} />
    </Menu>
  )
}
