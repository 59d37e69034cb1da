import { ExternalLink } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import useSWR from 'swr'
import { Link, useLocation } from 'wouter'
import { highlighted } from './highlight.tsx'
import { useRecordAddress } from './open-record.ts'
import { isListed, type Listed } from './list-paths.ts'
import { recordLink, type RecordId } from './records.ts'

export const linkLook = 'text-accent underline-offset-2 hover:underline'

export const titleLook = 'underline-offset-2 hover:underline'

/** For a record of which only the id is known. */
export const RecordName = ({ of, id }: { of: string; id: string }) => {
  const { data } = useSWR<{ name: string }>(`/api/${of}/${id}`)
  return data?.name ?? `Nr. ${id}`
}

type Props = { to: Listed; id: RecordId; children: ReactNode }
type LinkProps = Props & { className?: string; tabIndex?: number }

export const RecordLink = ({ to, id, className = linkLook, children, ...rest }: LinkProps) => {
  const { addressOf, stateOf } = useRecordAddress(to)
  const [, navigate] = useLocation()
  const address = addressOf(id)
  const follow = (event: MouseEvent) => {
    event.preventDefault()
    navigate(address, { state: stateOf() })
  }
  return (
    <Link href={address} onClick={follow} className={className} {...rest}>
      {highlighted(children)}
    </Link>
  )
}

/** Opens in a new tab, because leaving the page would lose unsaved input. Only text for a record without a page. */
export const RecordLinkInNewTab = ({ to, id, children }: Omit<Props, 'to'> & { to: string }) =>
  isListed(to) ? (
    <a href={recordLink(to, id)} target="_blank" rel="noreferrer" className={linkLook}>
      {children} <ExternalLink aria-hidden className="inline size-3" />
      <span className="sr-only">(åpnes i ny fane)</span>
    </a>
  ) : (
    children
  )
