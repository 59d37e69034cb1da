import * as Toast from '@radix-ui/react-toast'
import { atom, createStore, useAtomValue } from 'jotai'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { measured } from './measured.ts'
import { pointerReleased } from './pointer-release.ts'

type ToastContent = {
  readonly title: string
  readonly text?: string | undefined
  /** One line each, instead of text. */
  readonly lines?: readonly string[]
  readonly destructive?: boolean
  /** Below the text. */
  readonly more?: ReactNode
  /** What can be done about it, while it is there. */
  readonly action?: { readonly label: string; readonly onSelect: () => void }
  /** It is there until somebody closes it. */
  readonly stays?: boolean
}
type Shown = ToastContent & { readonly id: number }

const store = createStore()
const current = atom<(Shown & { open: boolean }) | null>(null)
let last = 0

const aloud = atom('')

/** Reads a sentence aloud to those who use a screen reader. Dialogs may close meanwhile. */
export const announce = (text: string): void => store.set(aloud, text)

/** Shows a notification in place of the one before: there is at most one. */
export const toast = (content: ToastContent): void =>
  void pointerReleased().then(() => store.set(current, { ...content, id: ++last, open: true }))

const close = () =>
  void pointerReleased().then(() =>
    store.set(current, (shown) => shown && { ...shown, open: false }),
  )

const measure = measured('--toast')

/** Where what is told stands: outside the app's root, so that an open dialog leaves it usable. */
const region = () => document.getElementById('toasts') ?? document.body

const Content = ({ title, text, lines, destructive, more, action }: ToastContent) => {
  const Icon = destructive ? CircleAlert : CircleCheck
  return (
    <>
      <Icon className={`mt-0.5 size-4 shrink-0 ${destructive ? 'text-danger' : 'text-success'}`} />
      <div className="min-w-0 flex-1">
        <Toast.Title className="font-medium">{title}</Toast.Title>
        {(text || lines) && (
          <Toast.Description className="mt-0.5 text-sm break-words text-muted" asChild>
            <div>{lines ? lines.map((line) => <p key={line}>{line}</p>) : text}</div>
          </Toast.Description>
        )}
        {more}
      </div>
      {action && (
        <Toast.Action asChild altText={action.label}>
          <Button small onClick={action.onSelect}>
            {action.label}
          </Button>
        </Toast.Action>
      )}
      <Toast.Close
        aria-label="Lukk varsel"
        className="-m-1 grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <X className="size-4" />
      </Toast.Close>
    </>
  )
}

/** The one region of notifications, those to be read and those to be heard. */
export const Toasts = () => {
  const shown = useAtomValue(current, { store })
  const spoken = useAtomValue(aloud, { store })
  return createPortal(
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      {shown && (
        <Toast.Root
          key={shown.id}
          open={shown.open}
          onOpenChange={(open) => !open && close()}
          {...(shown.action && { duration: 15_000 })}
          {...(shown.stays && { duration: Infinity })}
          type={shown.destructive ? 'foreground' : 'background'}
          className={`m-4 flex items-start data-[state=open]:animate-appear gap-3 rounded-lg border bg-surface p-4 shadow-floating data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] ${shown.destructive ? 'border-danger' : 'border-line'}`}
        >
          <Content {...shown} />
        </Toast.Root>
      )}
      <Toast.Viewport
        ref={measure}
        className="fixed right-0 bottom-0 z-50 flex w-full list-none flex-col outline-none md:max-w-[420px] over-dialog:inset-x-0 over-dialog:top-0 over-dialog:bottom-auto over-dialog:mx-auto"
      />
      <output aria-live="polite" className="sr-only">
        {spoken}
      </output>
    </Toast.Provider>,
    region(),
  )
}
