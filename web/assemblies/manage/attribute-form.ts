import { z } from 'zod'
import {
  newAttribute,
  unitSuggestions,
  type AttributeAnswer,
} from '#contracts/assembly/attributes.ts'
import { flag, suggestion, text, type Field } from '#contracts/fields.ts'
import type { FormValue } from '../../form/form-values.ts'

/** What is asked about an attribute, in the order of the form. */
export const attributeFields: Readonly<Record<keyof AttributeForm, Field>> = {
  description: text('Beskrivelse', { required: true }),
  value: text('Verdi', { required: true }),
  unit: suggestion('Enhet', { options: unitSuggestions, max: 200 }),
  drawingNumber: text('Tegn.nr. (valgfritt)', { max: 200 }),
  editable: flag('Kan redigeres senere'),
}

export type AttributeValues = AttributeForm & { [key: string]: FormValue }

/** The rules of the body, told of what was typed. */
export const attributeSchema = z.preprocess(
  (formValues) => payloadOf(formValues as AttributeForm),
  newAttribute,
)

export const attributeLabel = (path: string): string =>
  attributeFields[path as keyof AttributeForm]?.label ?? path

type AttributeForm = {
  readonly description: string
  readonly value: string
  readonly unit: string
  readonly drawingNumber: string
  readonly editable: boolean
}

export const emptyAttribute: AttributeForm = {
  description: '',
  value: '',
  unit: '',
  drawingNumber: '',
  editable: true,
}

export const formOf = (attribute: AttributeAnswer): AttributeForm => ({
  description: attribute.description,
  value: attribute.value,
  unit: attribute.unit ?? '',
  drawingNumber: attribute.drawingNumber ?? '',
  editable: attribute.editable,
})

export const isComplete = ({ description, value }: AttributeForm): boolean =>
  description.trim() !== '' && value.trim() !== ''

/** The body of POST and PUT: trimmed, and without unit and drawing number when they are empty. */
export const payloadOf = (form: AttributeForm) => {
  const unit = form.unit.trim()
  const drawingNumber = form.drawingNumber.trim()
  return {
    description: form.description.trim(),
    value: form.value.trim(),
    ...(unit && { unit }),
    ...(drawingNumber && { drawingNumber }),
    editable: form.editable,
  }
}

export const countText = (count: number): string =>
  `Totalt ${count} attributt${count === 1 ? '' : 'er'}`
