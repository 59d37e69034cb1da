import type { z } from 'zod'
import { changeBody, createBody } from '../bodies.ts'
import { onceFor, type Entity } from '../entity.ts'
import { changeSchema, createSchema } from '../field-schemas.ts'
import { emptyOf, type Field } from '../fields.ts'
import { parse, type Parsed } from '../norwegian.ts'
import { plainPrice, plainValue } from './plain-values.ts'

type Body = Readonly<Record<string, unknown>>
type Taken = { readonly value: unknown } | undefined

/** One field of a body, judged by itself. Nothing where it is wrong, or the whole has to be asked. */
const fieldCheck = (field: Field, isNew: boolean): ((said: unknown) => Taken) => {
  const plain = plainValue[field.kind]
  const schema: z.ZodType = isNew ? createSchema(field) : changeSchema(field)
  return (said) => {
    if (said === undefined) return field.required ? undefined : { value: emptyOf(field) }
    const value = plain?.(said, field)
    if (value !== undefined) return { value }
    const { success, data } = schema.safeParse(said)
    return success ? { value: data } : undefined
  }
}

/**
 * Judges bodies as `createBody` or `changeBody` does, field by field with what each needs; the schema of
 * the whole is asked only for the words where something is wrong. A file has a million such bodies.
 */
const bodyCheck = (entity: Entity, isNew: boolean) => {
  const whole = isNew ? createBody(entity) : changeBody(entity)
  const fields = Object.entries(entity.fields).map(
    ([key, field]) => [key, fieldCheck(field, isNew)] as const,
  )
  const isKnown = (key: string) =>
    Object.hasOwn(entity.fields, key) || (key === 'pricing' && entity.priced !== undefined)

  const quick = (body: Body): Body | undefined => {
    const value: Record<string, unknown> = {}
    for (const key in body) if (!isKnown(key)) return undefined
    for (const [key, check] of fields) {
      if (!isNew && body[key] === undefined) continue
      const taken = check(body[key])
      if (!taken) return undefined
      if (taken.value !== undefined) value[key] = taken.value
    }
    if (body['pricing'] === undefined) return value
    const price = plainPrice(body['pricing'], isNew)
    return price && { ...value, pricing: price }
  }
  return (body: Body): Parsed<Body> => {
    const value = quick(body)
    return value ? { ok: true, value } : parse(whole, body)
  }
}

const newCheck = onceFor((entity) => bodyCheck(entity, true))
const changeCheck = onceFor((entity) => bodyCheck(entity, false))

export const checkedNew = (entity: Entity, body: Body): Parsed<Body> => newCheck(entity)(body)
export const checkedChange = (entity: Entity, body: Body): Parsed<Body> => changeCheck(entity)(body)
