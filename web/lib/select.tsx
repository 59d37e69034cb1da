import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'

type Option = readonly [value: string, text: string, isDisabled?: boolean]

type Props = Omit<ComponentProps<'select'>, 'children'> & { options: readonly Option[] }

export const Select = ({ className = '', options, ...rest }: Props) => (
  <span className={`relative block ${className}`}>
    <select className="control appearance-none pr-8" {...rest}>
      {options.map(([value, text, isDisabled = false]) => (
        <option key={value} value={value} disabled={isDisabled}>
          {text}
        </option>
      ))}
    </select>
    <ChevronDown className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted" />
  </span>
)
