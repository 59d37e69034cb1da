import type { LucideIcon } from 'lucide-react'

export const lineLook =
  'flex h-9 items-center gap-3 overflow-hidden rounded-md px-3 whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink'

/** For text that is hidden while the sidebar is narrow. */
export const narrow = 'group-data-[expanded=false]/side:sr-only'

export type LineProps = { Icon: LucideIcon; label: string }

export const LineLabel = ({ Icon, label }: LineProps) => (
  <>
    <Icon aria-hidden className="size-4.5 shrink-0" />
    <span className={narrow}>{label}</span>
  </>
)
