import type { ReactNode } from 'react'
import { ScrollRegion } from './scroll-region.tsx'

type Props = {
  /** Above the list: the hint is on the left, the button on the right. */
  hint?: ReactNode
  action?: ReactNode
  label: string
  footer?: ReactNode
  children: ReactNode
}

/** The layout of every tab of the manage dialog. */
export const Panel = ({ hint, action, label, footer, children }: Props) => (
  <>
    <div className="flex min-h-14 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-2.5">
      <div className="min-w-0 flex-1 basis-48 text-sm text-muted">{hint}</div>
      {action}
    </div>
    <ScrollRegion
      label={label}
      className="min-h-0 flex-1 overflow-y-auto px-5 pb-4 -outline-offset-2"
    >
      {children}
    </ScrollRegion>
    {footer && (
      <div className="shrink-0 border-t border-line px-5 py-2.5 text-sm text-muted">{footer}</div>
    )}
  </>
)
