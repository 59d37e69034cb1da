import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** What is to be known about a sum before it is relied on. */
export const CostWarning = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-1.5 text-sm text-warning">
    <TriangleAlert aria-hidden className="size-4 shrink-0" />
    <span>{children}</span>
  </p>
)
