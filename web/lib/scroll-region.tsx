/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the keyboard */
import type { ReactNode } from 'react'

type Props = { label: string; className: string; children: ReactNode }

/** Scrolls by itself, with the keyboard too. */
export const ScrollRegion = ({ label, ...rest }: Props) => (
  <section aria-label={label} tabIndex={0} {...rest} />
)
