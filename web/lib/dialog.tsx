import { Description, Dialog as Base, DialogPanel, DialogTitle } from '@headlessui/react'
import { X } from 'lucide-react'
import {
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  type FormEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { useBackCloses } from './back.ts'
import { IconButton } from './button.tsx'
import { pointerReleased } from './pointer-release.ts'
import { useFocusBack } from './use-focus-back.ts'
import './print-dialog.css'

const widths = {
  sm: 'max-w-md',
  md: 'max-w-xl',
  lg: 'max-w-3xl',
  xl: 'max-w-5xl',
  full: 'max-w-[95vw]',
}
export type DialogSize = keyof typeof widths

export type DialogProps = {
  /** Called by Escape, the close button and Back, but not while busy. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  badge?: ReactNode
  size?: DialogSize
  busy?: boolean
  /** The dialog is opened by the address, so Back closes it without help. */
  hasAddress?: boolean
  onSubmit?: () => void
  /** For content without focusable elements: makes it scrollable with the keyboard. */
  readable?: boolean
  footer?: ReactNode
  children: ReactNode
}

/** Fixes the heights while the pointer is down: a message that appears would move the button under the pointer. */
const freezeHeights = async ({ currentTarget: frame }: PointerEvent<HTMLElement>) => {
  const parts = [frame, ...frame.children].filter((part) => part instanceof HTMLElement)
  const heights = parts.map((part) => part.getBoundingClientRect().height)
  for (const [at, part] of parts.entries()) part.style.height = `${heights[at]}px`
  await pointerReleased()
  for (const part of parts) part.style.height = ''
}

/** Ctrl+Enter submits, also from a textarea. */
const sendOnEnter = (event: KeyboardEvent<HTMLElement>) => {
  const { key, ctrlKey, metaKey, currentTarget: form, target } = event
  // React events bubble through portals: ignore events of a dialog on top.
  if (key !== 'Enter' || !(ctrlKey || metaKey) || !form.contains(target as Node)) return
  event.preventDefault()
  form.querySelector<HTMLButtonElement>('[type=submit]')?.click()
}

const formProps = (onSubmit: () => void) => ({
  noValidate: true,
  onKeyDown: sendOnEnter,
  onSubmit: (event: FormEvent) => {
    event.preventDefault()
    // React events bubble through portals: a dialog on top must not submit the form below.
    event.stopPropagation()
    onSubmit()
  },
})

type HeadProps = Pick<DialogProps, 'onClose' | 'title' | 'description' | 'badge' | 'busy'> & {
  at: Ref<HTMLDivElement>
}

const Head = ({ at, onClose, title, description, badge, busy = false }: HeadProps) => (
  <div className="flex items-start gap-3 border-b border-line px-5 py-4">
    <div
      ref={at}
      data-dialog-head
      tabIndex={-1}
      className="max-h-[40dvh] min-w-0 flex-1 overflow-y-auto outline-none low:max-h-none print:max-h-none"
    >
      <div className="flex flex-wrap items-center gap-2">
        <DialogTitle className="min-w-0 text-lg font-semibold break-words">{title}</DialogTitle>
        {badge}
      </div>
      {description && (
        <Description className="mt-0.5 text-sm break-words text-muted">{description}</Description>
      )}
    </div>
    <IconButton
      label="Lukk"
      icon={<X />}
      disabled={busy}
      onClick={onClose}
      className="-mt-1 -mr-2"
    />
  </div>
)

/**
 * The focused element may have been removed or disabled by its own action.
 * Asked a moment later: while the focus moves from one element to the next, the body has it.
 */
const useHeadFocus = (head: RefObject<HTMLElement | null>) =>
  useEffect(() => {
    const timer = setTimeout(() => {
      const top = [...document.querySelectorAll('[data-dialog-head]')].at(-1)
      if (document.activeElement === document.body && top === head.current) head.current?.focus()
    })
    return () => clearTimeout(timer)
  })

/** A click outside does not close it, so that typed values are not lost. On small screens it is a bottom sheet. */
export const Dialog = (props: DialogProps) => {
  const { onClose, size = 'md', busy = false, hasAddress = false, onSubmit, readable } = props
  // Focus the dialog itself first, so that screen readers start with its title.
  const panel = useRef<HTMLDivElement>(null)
  const Frame = (onSubmit ? 'form' : 'div') as 'form'
  const close = () => !busy && onClose()
  useBackCloses(close, hasAddress)
  useFocusBack()
  // In a second commit: when one dialog replaces another, closing the first would also remove `inert` from the page.
  const [isOpen, open] = useReducer(() => true, false)
  useLayoutEffect(open, [open])
  useHeadFocus(panel)

  return (
    <Base
      open={isOpen}
      onClose={close}
      className="fixed inset-0 z-30 print:static"
      initialFocus={panel}
    >
      <div aria-hidden className="fixed inset-0 animate-appear bg-scrim print:hidden" />
      <DialogPanel className="dialog-rows fixed inset-0 grid justify-items-center sm:px-4 print:static print:block print:p-0">
        <Frame
          {...(onSubmit && formProps(onSubmit))}
          onPointerDownCapture={(event) => void freezeHeights(event)}
          className={`row-start-2 flex w-full animate-appear flex-col overflow-hidden rounded-t-lg low:overflow-y-auto bg-surface shadow-floating sm:rounded-lg print:block print:max-w-none print:overflow-visible print:shadow-none ${widths[size]}`}
        >
          <Head {...props} at={panel} />
          <div
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px] low:flex-none low:overflow-visible"
            {...(readable && { tabIndex: 0, role: 'group', 'aria-label': 'Innhold' })}
          >
            {props.children}
          </div>
          {props.footer && (
            <footer className="flex flex-wrap items-end justify-end gap-2 border-t border-line px-5 py-3 print:hidden">
              {props.footer}
            </footer>
          )}
        </Frame>
      </DialogPanel>
    </Base>
  )
}
