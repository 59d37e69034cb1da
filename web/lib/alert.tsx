import type { ReactNode } from 'react'

export const Alert = ({ children }: { children: ReactNode }) => (
  <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
    {children}
  </div>
)

type ProblemProps = { text: string; id?: string; className?: string }

/** A message that screen readers read at once; renders nothing for ''. */
export const Problem = ({ text, id, className = 'text-sm' }: ProblemProps) =>
  text !== '' && (
    <p id={id} role="alert" className={`text-danger ${className}`}>
      {text}
    </p>
  )
