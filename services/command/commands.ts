import { randomUUID } from 'node:crypto'
import { assembly, entities, project } from '#contracts/catalogue/index.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import { isRefusal } from '#contracts/refusals.ts'
import type { Keyring } from '#kernel/privacy/keyring.ts'
import { itemAnswer } from './assembly/answers.ts'
import { assemblies } from './assembly/assembly-decider.ts'
import { removeAssembly } from './assembly/commands.ts'
import { completeLines, type LinesContext } from './assembly/lines.ts'
import { reinstateAssembly } from './assembly/reinstate.ts'
import { createViews } from './assembly/view.ts'
import { createCatalogueCommands, type Commands } from './catalogue/commands.ts'
import type { CatalogueContext } from './catalogue/context.ts'
import { itemTables, noItem } from './item/item-decider.ts'
import { createItemHandler, type ItemDone, type ItemHandler } from './item/item-handler.ts'
import { projectIn, projects } from './item/projects-decider.ts'
import { decider } from './kernel/command.ts'
import { createRepository } from './kernel/repository.ts'
import type { Model } from './model/model.ts'
import { createStructureWriter } from './structure/structure-writer.ts'

/** Everything that may be done, and how its answers are made. */
export const createCommands = (
  given: Omit<
    LinesContext & CatalogueContext,
    'assemblies' | 'handlerOf' | 'repository' | 'writeStructure'
  >,
) => {
  const repository = createRepository(given)
  const context = { ...given, repository, writeStructure: createStructureWriter(given) }
  const ofAssemblies = createItemHandler(context, assembly, assemblies, (state) => state)
  const assemblyContext = { ...context, assemblies: ofAssemblies }
  const handlerFor = (entity: Entity): ItemHandler =>
    createItemHandler(context, entity, decider(itemTables(entity, noItem)), (item) => item)
  const handlers = new Map(
    entities.map((entity): [Entity, ItemHandler] => [entity, handlerFor(entity)]),
  )
    .set(project, createItemHandler(context, project, projects, projectIn))
    .set(assembly, ofAssemblies)
  const handlerOf = (entity: Entity): ItemHandler => handlers.get(entity)!
  const catalogue = createCatalogueCommands({ ...context, handlerOf })
  const commands: Commands = {
    ...catalogue,
    remove: (entity, id, by) =>
      entity.name === assembly.name
        ? removeAssembly(assemblyContext, Number(id), by)
        : catalogue.remove(entity, id, by),
    reinstate: (entity, id, by) =>
      entity.name === assembly.name
        ? reinstateAssembly({ ...assemblyContext, handlerOf }, Number(id), by)
        : catalogue.reinstate(entity, id, by),
  }
  const viewOf = createViews({ ...context, handlerOf, record: catalogue.record })
  const answerOf = async (entity: Entity, done: ItemDone) => {
    const { id, state, revision } = done
    const view = viewOf(done)
    // Before what it is of: a version that is older than the record is refused, never the other way about.
    const version =
      entity.name === assembly.name
        ? revision + (await view.structure(Number(id))).version(Number(id))
        : state.version
    return { version, data: await itemAnswer(view, entity, id, state) }
  }
  return { commands, assemblyContext, viewOf, answerOf }
}

export type Operations = ReturnType<typeof createCommands>

type Logger = { readonly error: (about: object, text: string) => void }

/** Of assemblies that a crash left in the catalogue and not in the structure: half deleted, or half brought back. */
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

/** Keys of suppliers that were deleted just before a crash. */
const shredLeftovers = async (model: Model, keyring: Keyring) => {
  for (const subject of await keyring.subjects()) {
    const [name, id] = subject.split('/') as [EntityName, string]
    const known = model.records(name)
    const isRemoved = known.revision(Number(id)) >= 0 && !known.isLive(Number(id))
    if (isRemoved) await keyring.shred(subject)
  }
}

/** What a crash left undone. */
export const recover = async (
  { commands, assemblyContext }: Operations,
  keyring: Keyring | undefined,
  logger: Logger,
): Promise<void> => {
  const { model } = assemblyContext
  // First: it knows better how the assemblies that it removes are to go.
  await completeLines(assemblyContext)
  await completeAssemblies(model, commands, logger)
  if (keyring) await shredLeftovers(model, keyring)
}
