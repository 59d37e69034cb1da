import type { ReactNode } from 'react'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  className?: string
  children: ReactNode
}

/** A choice of yes or no, with its label. */
export const Checkbox = ({ checked, onChange, className = '', children }: Props) => (
  <label className={`flex min-h-9 items-center gap-2 ${className}`}>
    <input
      type="checkbox"
      className="size-4 accent-accent"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
    {children}
  </label>
)
