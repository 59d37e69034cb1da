import { useId, type ComponentProps, type ReactNode } from 'react'
import { Select } from './select.tsx'

const looks = {
  above: ['min-w-0 flex-col gap-1', 'text-sm font-medium'],
  beside: ['items-center gap-2', 'text-sm text-muted'],
} as const

type Props = {
  label: string
  place?: keyof typeof looks
  className?: string
  children: ReactNode
}

export const Labelled = ({ label, place = 'above', className = '', children }: Props) => {
  const [arranged, look] = looks[place]
  return (
    <label className={`flex ${arranged} ${className}`}>
      <span className={look}>{label}</span>
      {children}
    </label>
  )
}

type ByIdProps = Omit<Props, 'children' | 'place'> & { children: (id: string) => ReactNode }

/** For a control with a button beside it, which would be part of the name if the label were around both. */
export const LabelledById = ({ label, className = '', children }: ByIdProps) => {
  const id = useId()
  return (
    <div className={`flex ${looks.above[0]} ${className}`}>
      <label htmlFor={id} className={looks.above[1]}>
        {label}
      </label>
      {children(id)}
    </div>
  )
}

type InputProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string
  onChange: (text: string) => void
}

export const LabelledInput = ({ label, onChange, ...input }: InputProps) => (
  <Labelled label={label}>
    <input
      className="control"
      autoComplete="off"
      {...input}
      onChange={({ target }) => onChange(target.value)}
    />
  </Labelled>
)

type SelectProps<Value extends string> = Omit<ComponentProps<typeof Select>, 'onChange'> &
  Pick<Props, 'label' | 'place'> & { value: Value; onChange: (value: Value) => void }

export const LabelledSelect = <Value extends string>(props: SelectProps<Value>) => {
  const { label, place = 'above', onChange, ...select } = props
  return (
    <Labelled label={label} place={place}>
      <Select {...select} onChange={({ target }) => onChange(target.value as Value)} />
    </Labelled>
  )
}

/** A filter, on paper only if it narrows the list. */
export const FilterField = ({ value, children }: { value: string; children: ReactNode }) => (
  <div className={`flex min-w-0 flex-col gap-1 ${value === '' ? 'print:hidden' : ''}`}>
    {children}
  </div>
)
