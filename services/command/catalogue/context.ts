import type { Entity } from '#contracts/entity.ts'
import type { Locks } from '#kernel/locks.ts'
import type { Keyring } from '#kernel/privacy/keyring.ts'
import type { CommandContext, FileCheck, ItemHandler } from '../item/item-handler.ts'

export type CatalogueContext = Pick<CommandContext, 'model' | 'repository'> & {
  readonly handlerOf: (entity: Entity) => ItemHandler
  readonly locks: Locks
  readonly checkFile: FileCheck
  /** The keys to what is personal; without it nothing is sealed. */
  readonly keyring: Keyring | undefined
  /** Told when personal data was erased: then other copies go too. */
  readonly onErased: (entity: string) => void
}
