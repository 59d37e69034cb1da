import { ExternalLink } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { linkLook as look } from '../lib/record-link.tsx'
import { Highlight, highlighted } from '../lib/highlight.tsx'

/** Stops the row's click handler from opening the record as well. */
const ownClick = (event: MouseEvent) => event.stopPropagation()

const ProgramLink = ({ href, text }: { href: string; text: string }) => (
  <a href={href} className={look} onClick={ownClick}>
    <Highlight text={text} />
  </a>
)

export const MailLink = ({ address }: { address: string }) => (
  <ProgramLink href={`mailto:${address}`} text={address} />
)

export const PhoneLink = ({ number }: { number: string }) => (
  <ProgramLink href={`tel:${number.replaceAll(/[^+\d]/g, '')}`} text={number} />
)

/** Null if the text is not a web address. 'www.x.no' is taken as https. */
export const webAddress = (text: string): string | null => {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  const isOther = /^[a-z][a-z0-9+.-]*:/i.test(text) && address !== text
  return !isOther && URL.canParse(address) ? address : null
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
