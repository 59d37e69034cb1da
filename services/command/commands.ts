import { assembly, entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Keyring } from '#kernel/privacy/keyring.ts'
import { subjectOf } from '#kernel/privacy/private-log.ts'
import { itemAnswer } from './assembly/answers.ts'
import { assemblies } from './assembly/assembly-decider.ts'
import { removeAssembly, type AssemblyContext } from './assembly/commands.ts'
import { createViews } from './assembly/view.ts'
import {
  createCatalogueCommands,
  type CatalogueContext,
  type Commands,
  type Privacy,
} from './catalogue/commands.ts'
import { itemTables, noItem } from './item/item-decider.ts'
import {
  createItemHandler,
  type CommandContext,
  type ItemDone,
  type ItemHandler,
} from './item/item-handler.ts'
import { projectIn, projects } from './item/projects-decider.ts'
import { decider } from './kernel/command.ts'

export const privacyOf = (
  keyring: Keyring | undefined,
  onErased: (entity: string) => void,
): Privacy => ({
  renew: async (entity, id) => (await keyring?.renew(subjectOf(entity, id)))?.id ?? '',
  shred: async (entity, id, before) => {
    await keyring?.shred(subjectOf(entity, id), before)
    // Asked for, and not only the end of a record: then other copies go too.
    if (before !== undefined) onErased(entity)
  },
})

const handlersOf = (
  context: CommandContext,
  ofAssemblies: ItemHandler,
): ((entity: Entity) => ItemHandler) => {
  const handlerFor = (entity: Entity): ItemHandler => {
    if (entity.name === 'assemblytypes') return ofAssemblies
    return entity.name === 'projects'
      ? createItemHandler(context, entity, projects, projectIn)
      : createItemHandler(context, entity, decider(itemTables(entity, noItem)), (item) => item)
  }
  const handlers = new Map(entities.map((entity) => [entity, handlerFor(entity)]))
  return (entity) => handlers.get(entity)!
}

/** Everything that may be done, and how its answers are made. */
export const createCommands = (
  context: Omit<AssemblyContext & CatalogueContext, 'assemblies' | 'handlerOf'>,
) => {
  const ofAssemblies = createItemHandler(context, assembly, assemblies, (state) => state)
  const assemblyContext = { ...context, assemblies: ofAssemblies }
  const handlerOf = handlersOf(context, ofAssemblies)
  const catalogue = createCatalogueCommands({ ...context, handlerOf })
  const commands: Commands = {
    ...catalogue,
    remove: (entity, id, by) =>
      entity.name === assembly.name
        ? removeAssembly(assemblyContext, Number(id), by)
        : catalogue.remove(entity, id, by),
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
