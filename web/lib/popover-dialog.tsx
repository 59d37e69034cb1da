/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a popover is not a modal <dialog> */
import { PopoverPanel, type PopoverPanelProps } from '@headlessui/react'

type Props = PopoverPanelProps & { label: string; to: 'bottom start' | 'bottom end' }

export const PopoverDialog = ({ label, to, className, ...rest }: Props) => (
  <PopoverPanel
    focus
    anchor={{ to, gap: 6, padding: 8 }}
    role="dialog"
    aria-label={label}
    className={`z-20 animate-appear rounded-lg bg-surface shadow-floating outline-none ${className}`}
    {...rest}
  />
)
