import { useId, type InputHTMLAttributes, type ReactNode } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  /** What stands at the other end of the label's line. */
  aside?: ReactNode
}

export const LoginField = ({ label, aside, className = '', ...input }: Props) => {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      <input id={id} className={`control ${className}`} {...input} />
    </div>
  )
}
