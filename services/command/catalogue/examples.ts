import type { Entity } from '#contracts/entity.ts'
import type { Field, Kind, Value } from '#contracts/fields.ts'

const examples: Record<Kind, (field: Field) => Value | undefined> = {
  text: (field) => `${field.label} 1`.slice(0, Math.min(field.max ?? 100, 40)),
  multiline: (field) => `${field.label}, første linje`,
  email: () => 'ordre@eksempel.no',
  url: () => 'https://eksempel.no',
  phone: () => '+47 22 00 00 00',
  number: () => 1.25,
  measure: () => 20,
  flag: () => false,
  choice: (field) => field.options?.[0] ?? '',
  suggestion: (field) => field.options?.[0] ?? field.label,
  list: () => ['en', 'to'],
  reference: () => 1,
  // Files must be uploaded first, so no example can name one.
  file: () => undefined,
  files: () => [],
}

/** A valid body if the referenced records have id 1. */
export const exampleOf = (entity: Entity): Record<string, unknown> => {
  const body: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(entity.fields)) {
    const value = examples[field.kind](field)
    if (value !== undefined) body[key] = value
  }
  if (entity.priced) body['pricing'] = { costPrice: 100.5, priceFactor: 1.4, unit: 'stk' }
  return body
}
