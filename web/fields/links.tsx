import { ExternalLink } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { linkLook as look } from '../lib/record-link.tsx'
import { Highlight, highlighted } from '../lib/highlight.tsx'

/** Stops the row's click handler from opening the record as well. */
const ownClick = (event: MouseEvent) => event.stopPropagation()

export const MailLink = ({ address }: { address: string }) => (
  <a href={`mailto:${address}`} className={look} onClick={ownClick}>
    <Highlight text={address} />
  </a>
)

export const PhoneLink = ({ number }: { number: string }) => (
  <a href={`tel:${number.replaceAll(/[^+\d]/g, '')}`} className={look} onClick={ownClick}>
    <Highlight text={number} />
  </a>
)

/** Null if the text is not a web address. 'www.x.no' is taken as https. */
export const webAddress = (text: string): string | null => {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return /^[a-z][a-z0-9+.-]*:/i.test(text) && address !== text
    ? null
    : URL.canParse(address)
      ? address
      : null
}

export const SiteLink = ({ address }: { address: string }) => {
  const href = webAddress(address)
  if (!href) return address
  return <FileLink href={href}>{address.replace(/^https?:\/\//i, '').replace(/\/$/, '')}</FileLink>
}

export const FileLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    className={`inline-flex max-w-full items-center gap-1 ${look}`}
    onClick={ownClick}
  >
    <span className="truncate">{highlighted(children)}</span>
    <ExternalLink className="size-3 shrink-0" />
    <span className="sr-only"> (åpnes i ny fane)</span>
  </a>
)
