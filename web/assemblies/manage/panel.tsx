import type { ReactNode } from 'react'
import { Button } from '../../lib/button.tsx'
import { Spinner } from '../../lib/spinner.tsx'

type Props = {
  /** Above the list: a hint to the left, the button to add to the right. */
  hint?: ReactNode
  action?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** What every tab of the manage dialog looks like. */
export const Panel = ({ hint, action, footer, children }: Props) => (
  <>
    <div className="flex min-h-14 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-2.5">
      <div className="min-w-0 flex-1 basis-48 text-sm text-muted">{hint}</div>
      {action}
    </div>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard too */}
    <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 pb-4">
      {children}
    </div>
    {footer && (
      <div className="shrink-0 border-t border-line px-5 py-2.5 text-sm text-muted">{footer}</div>
    )}
  </>
)

export const Empty = ({ icon, children }: { icon?: ReactNode; children: ReactNode }) => (
  <div className="flex flex-col items-center gap-2 py-14 text-center text-muted [&_svg]:size-6 [&_svg]:text-faint">
    {icon}
    <p>{children}</p>
  </div>
)

export const Loading = ({ children }: { children: ReactNode }) => (
  <output className="flex items-center justify-center gap-2 py-14 text-muted">
    <Spinner /> {children}
  </output>
)

type FailedProps = { title: string; message: string; retry: () => void }

export const Failed = ({ title, message, retry }: FailedProps) => (
  <div role="alert" className="m-5 rounded-md bg-danger-soft p-4 text-danger">
    <p className="font-medium">{title}</p>
    <p className="mt-0.5 text-sm">{message}</p>
    <Button small className="mt-3" onClick={retry}>
      Prøv igjen
    </Button>
  </div>
)
