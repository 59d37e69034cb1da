import type { ReactNode } from 'react'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
  children: ReactNode
}

export const Checkbox = ({ onChange, className = '', children, ...input }: Props) => (
  <label className={`flex min-h-9 items-center gap-2 ${className}`}>
    <input
      type="checkbox"
      className="size-4 shrink-0 accent-accent"
      onChange={({ target }) => onChange(target.checked)}
      {...input}
    />
    {children}
  </label>
)
