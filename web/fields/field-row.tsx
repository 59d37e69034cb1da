import { useFormContext, useFormState, get } from 'react-hook-form'
import type { Field } from '#contracts/fields.ts'
import { createContext, use, useId, type ReactNode } from 'react'

type FieldState = { id: string; describedBy: string | undefined; invalid: boolean }
const FieldContext = createContext<FieldState | null>(null)

/** Connects a control with the label and messages of its row. */
export const useFieldAttributes = () => {
  const state = use(FieldContext)
  if (!state) return {}
  return {
    id: state.id,
    'aria-invalid': state.invalid,
    ...(state.describedBy && { 'aria-describedby': state.describedBy }),
  }
}

export type RowProps = {
  name: string
  field: Pick<Field, 'label' | 'required' | 'hint'>
  warning?: string | undefined
  wide?: boolean
}
type Props = RowProps & { children: ReactNode }

export const FieldRow = ({ name, field, warning, wide = false, children }: Props) => {
  const { label, required, hint } = field
  const id = useId()
  const { control } = useFormContext()
  const { errors } = useFormState({ control, name })
  const error = get(errors, name) as { message?: string } | undefined
  const message = error && (error.message || 'Dette feltet er påkrevd')
  const notes = Boolean(message || warning || hint)

  return (
    <div className={`flex min-w-0 flex-col gap-1 ${wide ? 'sm:col-span-full' : ''}`}>
      <label htmlFor={id} className="text-sm font-medium text-ink">
        {label}
        {required && (
          <span aria-hidden className="text-danger">
            {' *'}
          </span>
        )}
      </label>
      <FieldContext
        value={{ id, invalid: Boolean(message), describedBy: notes ? `${id}-note` : undefined }}
      >
        {children}
      </FieldContext>
      {notes && (
        <div id={`${id}-note`} className="text-xs">
          {message && <p className="text-danger">{message}</p>}
          {warning && <p className="text-warning">{warning}</p>}
          {hint && !message && <p className="text-muted">{hint}</p>}
        </div>
      )}
    </div>
  )
}
