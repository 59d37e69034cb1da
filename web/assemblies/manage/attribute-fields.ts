import { newAttribute, unitSuggestions } from '#contracts/assembly/attributes.ts'
import { flag, suggestion, text, type Field } from '#contracts/fields.ts'
import type { Draft } from '../../lib/form/draft.ts'
import { z } from 'zod'
import { payloadOf, type AttributeForm } from './attribute-form.ts'

/** What is asked about an attribute, in the order of the form. */
export const attributeFields: Readonly<Record<keyof AttributeForm, Field>> = {
  description: text('Beskrivelse', { required: true }),
  value: text('Verdi', { required: true }),
  unit: suggestion('Enhet', { options: unitSuggestions, max: 200 }),
  drawingNumber: text('Tegn.nr. (valgfritt)', { max: 200 }),
  editable: flag('Kan redigeres senere'),
}

export type AttributeDrafts = AttributeForm & { [key: string]: Draft }

/** The rules of the body, told of what was typed. */
export const attributeSchema = z.preprocess(
  (drafts) => payloadOf(drafts as AttributeForm),
  newAttribute,
)

export const attributeLabel = (path: string): string =>
  attributeFields[path as keyof AttributeForm]?.label ?? path
