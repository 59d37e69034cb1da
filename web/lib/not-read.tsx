import type { ReactNode } from 'react'
import { messageOf } from './api-error.ts'
import { Button } from './button.tsx'
import { Loading, Spinner } from './spinner.tsx'

type RetryProps = { onRetry: () => unknown; busy?: boolean | undefined; small?: boolean }

export const RetryButton = ({ onRetry, busy = false, small }: RetryProps) => (
  <Button
    small={small}
    icon={busy && <Spinner />}
    aria-disabled={busy}
    onClick={() => void onRetry()}
  >
    Prøv igjen
  </Button>
)

type Props = Omit<RetryProps, 'small'> & {
  /** What could not be read, if that is not seen from the place. */
  failed?: string
  error: unknown
  className?: string
}

/** In the place of a part of a page or dialog that could not be read. */
export const NotRead = ({ failed, error, className = '', ...retry }: Props) => (
  <div
    role="alert"
    className={`flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-danger ${className}`}
  >
    <p className="min-w-0">
      {failed && `${failed}: `}
      {messageOf(error)}
    </p>
    <RetryButton small {...retry} />
  </div>
)

type PartProps<Data> = {
  data: Data | undefined
  error: unknown
  mutate: () => unknown
  isValidating: boolean
  className?: string
  children: (data: Data) => ReactNode
}

/** A part of a page or dialog that is read by itself. */
export const LoadedPart = <Data,>({
  data,
  error,
  mutate,
  isValidating,
  className = '',
  children,
}: PartProps<Data>) => {
  if (data !== undefined) return children(data)
  if (error)
    return <NotRead error={error} onRetry={mutate} busy={isValidating} className={className} />
  return <Loading className={`text-sm ${className}`} />
}
