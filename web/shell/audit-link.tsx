import { ScrollText } from 'lucide-react'
import { Link, useRoute } from 'wouter'
import { useMay } from '../session/session.ts'

/** In the sidebar, for those who audit. */
export const AuditLink = ({ wide, onGo }: { wide: boolean; onGo: () => void }) => {
  const [active] = useRoute('/revisjon')
  if (!useMay('audit')) return null
  return (
    <Link
      href="/revisjon"
      aria-current={active ? 'page' : undefined}
      className="flex h-9 items-center gap-3 overflow-hidden rounded-md px-3 whitespace-nowrap text-muted hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent-strong"
      onClick={onGo}
    >
      <ScrollText aria-hidden className="size-4.5 shrink-0" />
      <span className={wide ? '' : 'sr-only'}>Revisjon</span>
    </Link>
  )
}
