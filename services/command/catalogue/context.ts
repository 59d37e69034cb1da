import type { Entity } from '#contracts/entity.ts'
import type { Values } from '#contracts/fields.ts'
import type { Locks } from '#kernel/locks.ts'
import type { Keyring } from '#kernel/privacy/keyring.ts'
import type { CommandContext, ItemHandler } from '../item/item-handler.ts'
import type { FileCheck } from '../item/references.ts'

export type CatalogueContext = Pick<CommandContext, 'model' | 'repository'> & {
  readonly handlerOf: (entity: Entity) => ItemHandler
  readonly locks: Locks
  readonly checkFile: FileCheck
  /** The keys to what is personal; without it nothing is sealed. */
  readonly keyring: Keyring | undefined
  /** Told when personal data was erased: then other copies go too. */
  readonly onErased: (entity: string) => void
}

/** Output of createBody or changeBody. Read-only fields in it are not looked at. */
export type ParsedBody<P> = { readonly [key: string]: unknown } & {
  readonly pricing?: P | null | undefined
}

export const valuesIn = (entity: Entity, body: { readonly [key: string]: unknown }): Values => {
  const given = Object.keys(entity.fields).filter((key) => body[key] !== undefined)
  return Object.fromEntries(given.map((key) => [key, body[key]])) as Values
}
