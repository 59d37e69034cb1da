import type { ComponentProps, ReactNode, Ref } from 'react'
import { Select } from '../lib/select.tsx'

type StepProps = { title: string; at?: Ref<HTMLElement>; children: ReactNode }

export const Step = ({ title, at, children }: StepProps) => (
  <section ref={at} className="flex scroll-mt-4 flex-col gap-2">
    <h3 className="font-medium">{title}</h3>
    {children}
  </section>
)

export const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="flex min-w-0 flex-1 basis-44 flex-col gap-1 text-sm">
    <span className="text-muted">{label}</span>
    {children}
  </label>
)

type SelectProps<Value extends string> = Omit<ComponentProps<'select'>, 'onChange'> & {
  label: string
  value: Value
  /** What each value is called. */
  options: Readonly<Record<string, string>>
  onChange: (value: Value) => void
}

export const LabelledSelect = <Value extends string>({
  label,
  options,
  onChange,
  ...rest
}: SelectProps<Value>) => (
  <Labelled label={label}>
    <Select
      {...rest}
      options={Object.entries(options)}
      onChange={({ target }) => onChange(target.value as Value)}
    />
  </Labelled>
)
