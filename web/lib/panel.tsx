import type { ReactNode } from 'react'
import { ApiError, messageOf } from './api-error.ts'
import { RetryButton } from './not-read.tsx'
import { ScrollRegion } from './scroll-region.tsx'
import { Spinner } from './spinner.tsx'

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

export const Empty = ({ icon, children }: { icon?: ReactNode; children: ReactNode }) => (
  <div className="flex flex-col items-center gap-2 px-5 py-14 text-center text-muted [&_svg]:size-6 [&_svg]:text-faint">
    {icon}
    <p>{children}</p>
  </div>
)

type LoadedProps<Data> = {
  data: Data | undefined
  error: unknown
  mutate: () => unknown
  isValidating?: boolean
  loading: string
  failed: string
  empty?: ReactNode
  /** Shown if the server knows no such record, instead of the error. */
  missing?: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows loading, error or the data of an SWR answer. */
export const Loaded = <Data,>({
  data,
  error,
  mutate,
  isValidating,
  loading,
  failed,
  empty,
  missing,
  children,
}: LoadedProps<Data>) => {
  if (empty && Array.isArray(data) && data.length === 0) return empty
  if (data !== undefined) return children(data)
  if (!error)
    return (
      <output className="flex items-center justify-center gap-2 py-14 text-muted">
        <Spinner /> {loading}
      </output>
    )
  if (missing && error instanceof ApiError && error.status === 404)
    return <output>{missing}</output>
  return (
    <div role="alert" className="m-5 rounded-md bg-danger-soft p-4 text-danger">
      <p className="font-medium">{failed}</p>
      <p className="mt-0.5 mb-3 text-sm">{messageOf(error)}</p>
      <RetryButton small onRetry={mutate} busy={isValidating} />
    </div>
  )
}
