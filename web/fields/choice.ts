import type { FocusEventHandler, Ref } from 'react'

/** A record to choose, by name. */
export type Choice = { readonly id: number; readonly name: string }

/** What ties a field to its form and its label, whichever way it is chosen in. */
export type FieldProps = {
  readonly id?: string
  readonly name?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
  readonly 'aria-required'?: boolean | undefined
  readonly ref?: Ref<HTMLElement>
  readonly onBlur?: FocusEventHandler
}
