import type { ReactNode } from 'react'

/** The first line of a row: what it is, with badges beside. */
export const TitleLine = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
    <span className="min-w-0 font-medium break-words">{title}</span>
    {children}
  </div>
)
