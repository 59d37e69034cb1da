import { randomUUID } from 'node:crypto'
import { assembly } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import { isRefusal } from '#contracts/refusals.ts'
import type { Keyring } from '#kernel/privacy/keyring.ts'
import type { Commands } from './item/commands.ts'
import type { Model } from './model/model.ts'

/** Deletes of assemblies that a crash cut in half: out of the structure, but not yet of the catalogue. */
export const completeDeletes = async (
  model: Model,
  commands: Commands,
  onRefused: (details: object) => void,
): Promise<void> => {
  for (const id of model.structure.dissolvedIds) {
    if (!model.records('assemblytypes').isLive(id)) continue
    const by = { user: 'system', commandId: randomUUID() }
    const outcome = await commands.remove(assembly, id, by)
    if (isRefusal(outcome)) onRefused({ id, outcome })
  }
}

/** Keys of suppliers that were deleted just before a crash. */
export const shredLeftovers = async (model: Model, keyring: Keyring): Promise<void> => {
  for (const subject of await keyring.subjects()) {
    const [name, id] = subject.split('/') as [EntityName, string]
    const known = model.records(name)
    const isRemoved = known.revision(Number(id)) >= 0 && !known.isLive(Number(id))
    if (isRemoved) await keyring.shred(subject)
  }
}
