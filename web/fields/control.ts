import type { ComponentType } from 'react'
import type { Field } from '#contracts/fields.ts'

/** A control edits the draft at `name` in the form around it. */
export type ControlProps = { name: string; field: Field }
export type Control = ComponentType<ControlProps>

/** Controls that a screen may name in place of the one of the field's kind: their code is the form's. */
export type SpecialControl = 'bracket'
