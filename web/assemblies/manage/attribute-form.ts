import type { AttributeAnswer } from '#contracts/assembly/answers.ts'

export type AttributeForm = {
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
