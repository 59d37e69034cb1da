import { randomUUID } from 'node:crypto'
import { assembly } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import { isRefusal } from '#contracts/refusals.ts'
import type { Keyring } from '#kernel/privacy/keyring.ts'
import type { Commands } from './catalogue/commands.ts'
import type { Model } from './model/model.ts'

type Logger = { readonly error: (about: object, text: string) => void }

/** Deletes of assemblies that a crash cut in half: out of the structure, but not yet of the catalogue. */
const completeDeletes = async (model: Model, commands: Commands, logger: Logger) => {
  for (const id of model.structure.dissolvedIds) {
    if (!model.records('assemblytypes').isLive(id)) continue
    const by = { user: 'system', commandId: randomUUID() }
    const outcome = await commands.remove(assembly, id, by)
    if (isRefusal(outcome)) logger.error({ id, outcome }, 'a delete could not be completed')
  }
}

/** Keys of suppliers that were deleted just before a crash. */
const shredLeftovers = async (model: Model, keyring: Keyring) => {
  for (const subject of await keyring.subjects()) {
    const [name, id] = subject.split('/') as [EntityName, string]
    const known = model.records(name)
    const isRemoved = known.revision(Number(id)) >= 0 && !known.isLive(Number(id))
    if (isRemoved) await keyring.shred(subject)
  }
}

export const recover = async (
  model: Model,
  commands: Commands,
  keyring: Keyring | undefined,
  logger: Logger,
): Promise<void> => {
  await completeDeletes(model, commands, logger)
  if (keyring) await shredLeftovers(model, keyring)
}
