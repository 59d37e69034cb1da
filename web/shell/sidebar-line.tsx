import type { LucideIcon } from 'lucide-react'

export const lineLook =
  'flex h-9 items-center gap-3 overflow-hidden rounded-md px-3 whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink'

export type LineProps = { Icon: LucideIcon; label: string; wide: boolean }

/** A line of the sidebar: its icon alone while that is narrow. */
export const LineLabel = ({ Icon, label, wide }: LineProps) => (
  <>
    <Icon aria-hidden className="size-4.5 shrink-0" />
    <span className={wide ? '' : 'sr-only'}>{label}</span>
  </>
)
