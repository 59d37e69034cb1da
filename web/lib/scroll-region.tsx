/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a scroll container must be focusable for keyboard users */
import type { ReactNode } from 'react'

type Props = { label: string; className: string; children: ReactNode }

export const ScrollRegion = ({ label, className, ...rest }: Props) => (
  <section
    aria-label={label}
    tabIndex={0}
    className={`print:max-h-none print:overflow-visible ${className}`}
    {...rest}
  />
)
