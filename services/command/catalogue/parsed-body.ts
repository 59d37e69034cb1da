import type { Entity } from '#contracts/entity.ts'
import type { Values } from '#contracts/fields.ts'

/** Output of createBody or changeBody. Read-only fields in it are not looked at. */
export type ParsedBody<P> = { readonly [key: string]: unknown } & {
  readonly pricing?: P | null | undefined
}

export const valuesIn = (entity: Entity, body: { readonly [key: string]: unknown }): Values => {
  const given = Object.keys(entity.fields).filter((key) => body[key] !== undefined)
  return Object.fromEntries(given.map((key) => [key, body[key]])) as Values
}
