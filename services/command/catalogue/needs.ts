import { entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { FileKind } from '#contracts/fields.ts'
import { decider, type Decider } from '#command/kernel/decider.ts'
import type { Handling } from '#command/kernel/handle.ts'
import type { WithNewId } from '#command/kernel/ids.ts'
import type { Locks } from '#command/kernel/locks.ts'
import type { Model } from '#command/kernel/model.ts'
import type { StateSource } from '#command/kernel/read-side.ts'
import { itemTables, noItem, type Item, type ItemCommand, type ItemId } from './item-decider.ts'

/** Why a stored file cannot be used in a field of this kind; null if it can. */
export type FileCheck = (path: string, kind: FileKind) => Promise<string | null>

/** The keys that seal what is personal in the log. */
export type Privacy = {
  /** Makes a new key the current one, and tells its id. */
  readonly renew: (entity: string, id: ItemId) => Promise<string>
  /** Removes all keys of the record, or those that are older than the key `before`. */
  readonly shred: (entity: string, id: ItemId, before?: string) => Promise<void>
}

export type Rules = Decider<ItemCommand, never, Item>

/** Gives many records at once, for imports. */
export type ReadSide = {
  readonly states: StateSource
  /** Told when it stops answering, and not again before it has answered. */
  readonly onAway: (error: unknown) => void
}

/** What the commands of the catalogue share. */
export type Needs = {
  readonly model: Model
  readonly handling: Handling
  readonly locks: Locks
  readonly checkFile: FileCheck
  readonly withNewId: WithNewId
  readonly privacy: Privacy
  readonly readSide?: ReadSide
  /** Assemblies fold more than their fields: their whole decider. */
  readonly assemblies: Rules
}

/** The decider of each entity's records. */
export const rulesOf = (assemblies: Rules) => {
  const rules = new Map<Entity, Rules>(
    entities.map((entity) => [
      entity,
      entity.name === 'assemblytypes'
        ? assemblies
        : (decider(itemTables(entity, noItem)) as unknown as Rules),
    ]),
  )
  return (entity: Entity): Rules => rules.get(entity)!
}

export type RulesOf = ReturnType<typeof rulesOf>
