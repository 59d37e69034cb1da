import { useFormContext, useWatch } from 'react-hook-form'
import { useFieldAttributes } from '../lib/form/field-row.tsx'
import type { ControlProps } from './control.ts'

/** A switch: on or off at once, no third state. */
export const FlagControl = ({ name }: Pick<ControlProps, 'name'>) => {
  const { register } = useFormContext()
  const on = useWatch({ name }) as boolean
  return (
    <span className="flex h-9 items-center">
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        className="relative h-5 w-9 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-surface before:transition-transform checked:bg-accent checked:before:translate-x-4"
        {...useFieldAttributes()}
        {...register(name)}
      />
    </span>
  )
}
