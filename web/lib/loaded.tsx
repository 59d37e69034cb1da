import type { ReactNode } from 'react'
import { isMissing, messageOf } from './api-error.ts'
import { Button } from './button.tsx'
import { Loading, Spinner } from './spinner.tsx'

/** Of what `useSWR` returns. */
type Reading = { mutate: () => unknown; isValidating?: boolean | undefined }

export const RetryButton = ({ mutate, isValidating, small }: Reading & { small?: boolean }) => (
  <Button
    small={small}
    icon={isValidating && <Spinner />}
    aria-disabled={isValidating}
    onClick={() => void mutate()}
  >
    Prøv igjen
  </Button>
)

type NotReadProps = Reading & {
  error: unknown
  /** What could not be read, if that is not seen from the place. */
  failed?: string | undefined
  className?: string
}

/** In the place of a part of a page or dialog that could not be read; renders nothing without an error. */
export const NotRead = (props: NotReadProps) => {
  const { failed, error, className = '', ...reading } = props
  if (!error) return null
  return (
    <div
      role="alert"
      className={`flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-danger ${className}`}
    >
      <p className="min-w-0">
        {failed && `${failed}: `}
        {messageOf(error)}
      </p>
      <RetryButton small {...reading} />
    </div>
  )
}

const PanelNotRead = ({ failed, error, ...reading }: NotReadProps) => (
  <div role="alert" className="m-5 rounded-md bg-danger-soft p-4 text-danger">
    <p className="font-medium">{failed}</p>
    <p className="mt-0.5 mb-3 text-sm">{messageOf(error)}</p>
    <RetryButton small {...reading} />
  </div>
)

export const Empty = ({ icon, children }: { icon?: ReactNode; children: ReactNode }) => (
  <div className="flex flex-col items-center gap-2 px-5 py-14 text-center text-muted [&_svg]:size-6 [&_svg]:text-faint">
    {icon}
    <p>{children}</p>
  </div>
)

type Props<Data> = NotReadProps & {
  data: Data | undefined
  /** One of several parts of a page or dialog, not all of it. */
  part?: boolean
  loading?: string
  empty?: ReactNode
  /** Shown if the server knows no such record, instead of the error. */
  missing?: ReactNode
  children: (data: Data) => ReactNode
}

/** The data of an SWR answer, or that it is loading, or why it could not be read. */
export const Loaded = <Data,>(props: Props<Data>) => {
  const { data, error, part = false, loading, empty, missing, className = '', children } = props
  if (empty && Array.isArray(data) && data.length === 0) return empty
  if (data !== undefined) return children(data)
  if (!error)
    return (
      <Loading text={loading} className={part ? `text-sm ${className}` : 'justify-center py-14'} />
    )
  if (missing && isMissing(error)) return <output>{missing}</output>
  return part ? <NotRead {...props} /> : <PanelNotRead {...props} />
}
