import type { ReactNode } from 'react'

export const Alert = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
    {children}
  </p>
)
