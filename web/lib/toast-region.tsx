import * as Toast from '@radix-ui/react-toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { measured } from './measured.ts'
import { leaveToast } from './use-focus-back.ts'

export type ToastContent = {
  readonly title: string
  readonly text?: string | undefined
  /** Lines shown instead of `text`. */
  readonly lines?: readonly string[]
  readonly destructive?: boolean
  readonly more?: ReactNode
  readonly action?: { readonly label: string; readonly onSelect: () => void }
  readonly stays?: boolean
}

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

const durationOf = ({ action, stays }: ToastContent): number => {
  if (stays) return Infinity
  return action ? 15_000 : 5_000
}

const measure = measured('--toast')

type Props = {
  shown: (ToastContent & { readonly id: number; readonly open: boolean }) | null
  onClose: () => void
}

export const ToastRegion = ({ shown, onClose }: Props) => {
  const change = (open: boolean) => {
    if (open) return
    leaveToast()
    onClose()
  }
  return (
    <Toast.Provider swipeDirection="right" swipeThreshold={50} label="Notification">
      {shown && (
        <Toast.Root
          key={shown.id}
          open={shown.open}
          onOpenChange={change}
          duration={durationOf(shown)}
          type={shown.destructive ? 'foreground' : 'background'}
          className={`m-4 flex items-start data-[state=open]:animate-appear gap-3 rounded-lg border bg-surface p-4 shadow-floating data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] ${shown.destructive ? 'border-danger' : 'border-line'}`}
        >
          <Content {...shown} />
        </Toast.Root>
      )}
      <Toast.Viewport
        data-toasts
        ref={measure}
        className="fixed right-0 bottom-0 z-50 flex w-full list-none flex-col md:max-w-[420px] over-dialog:inset-x-0 over-dialog:top-0 over-dialog:bottom-auto over-dialog:mx-auto"
      />
    </Toast.Provider>
  )
}
