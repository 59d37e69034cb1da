import { randomUUID } from 'node:crypto'
import { assembly, entities, project } from '#contracts/catalogue/index.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import { isRefusal } from '#contracts/refusals.ts'
import type { Keyring } from '#kernel/privacy/keyring.ts'
import { assemblies } from './assembly/assembly-decider.ts'
import { removeAssembly } from './assembly/commands.ts'
import { completeLines, type LinesContext } from './assembly/lines.ts'
import { reinstateAssembly } from './assembly/reinstate.ts'
import { createCatalogueCommands, type Commands } from './catalogue/commands.ts'
import type { CatalogueContext } from './catalogue/finders.ts'
import { itemDecider } from './item/item-decider.ts'
import { createItemHandler, type CommandContext, type ItemHandler } from './item/item-handler.ts'
import { projectIn, projects } from './item/projects-decider.ts'
import { Repository } from './kernel/repository.ts'
import type { Model } from './model/model.ts'

const createHandlers = (context: CommandContext) => {
  const ofAssemblies = createItemHandler(context, assembly, assemblies, (state) => state)
  const handlerFor = (entity: Entity): ItemHandler => {
    if (entity === assembly) return ofAssemblies
    return entity === project
      ? createItemHandler(context, project, projects, projectIn)
      : createItemHandler(context, entity, itemDecider(entity), (item) => item)
  }
  const handlers = Object.fromEntries(
    entities.map((entity) => [entity.name, handlerFor(entity)]),
  ) as CatalogueContext['handlers']
  return { assemblies: ofAssemblies, handlers }
}

type Given = Omit<LinesContext & CatalogueContext, 'assemblies' | 'handlers' | 'repository'>

export const createOperations = (given: Given) => {
  const own = { ...given, repository: new Repository(given) }
  const context = { ...own, ...createHandlers(own) }
  const catalogue = createCatalogueCommands(context)
  const commands: Commands = {
    ...catalogue,
    remove: (entity, id, by) =>
      entity === assembly
        ? removeAssembly(context, Number(id), by)
        : catalogue.remove(entity, id, by),
    reinstate: (entity, id, by) =>
      entity === assembly
        ? reinstateAssembly(context, Number(id), by)
        : catalogue.reinstate(entity, id, by),
  }
  return { commands, context }
}

export type Operations = ReturnType<typeof createOperations>

type Logger = { readonly error: (about: object, text: string) => void }

/** Completes assemblies that a crash left half deleted or half restored. */
const completeAssemblies = async (model: Model, commands: Commands, logger: Logger) => {
  const { dissolved } = model.structure
  for (const id of dissolved.ids()) {
    if (!model.records('assemblytypes').isLive(id)) continue
    const by = { user: 'system', commandId: randomUUID() }
    const complete = dissolved.isReturning(id) ? commands.reinstate : commands.remove
    const outcome = await complete(assembly, id, by)
    if (isRefusal(outcome)) logger.error({ id, outcome }, 'it stays half deleted')
  }
}

/** Shreds the keys of suppliers that were deleted just before a crash. */
const shredLeftovers = async (model: Model, keyring: Keyring) => {
  for (const subject of await keyring.subjects()) {
    const [name, id] = subject.split('/') as [EntityName, string]
    const known = model.records(name)
    const isRemoved = known.revision(Number(id)) >= 0 && !known.isLive(Number(id))
    if (isRemoved) await keyring.shred(subject)
  }
}

/** Completes what a crash interrupted. */
export const recover = async ({ commands, context }: Operations, logger: Logger): Promise<void> => {
  const { model, keyring } = context
  // First, since it also removes assemblies, in its own way.
  await completeLines(context)
  await completeAssemblies(model, commands, logger)
  if (keyring) await shredLeftovers(model, keyring)
}
