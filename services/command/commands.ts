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
import type { ItemDone } from './item/commands.ts'
import { itemTables, noItem } from './item/item-decider.ts'
import { createItemHandler, type ItemHandler } from './item/item-handler.ts'
import { projectIn, projects } from './item/projects-decider.ts'
import { decider } from './kernel/decider.ts'

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

const handlersOf = (context: AssemblyContext) => {
  const { model } = context
  const handlerFor = (entity: Entity): ItemHandler => {
    if (entity.name === 'projects')
      return createItemHandler(context, entity, {
        decider: projects,
        itemIn: projectIn,
        version: ({ state }, id) => projectIn(state, id).version,
      })
    if (entity.name === 'assemblytypes')
      return createItemHandler(context, entity, {
        decider: assemblies,
        itemIn: (state) => state,
        version: ({ revision }, id) => revision + model.structure.version(Number(id)),
      })
    return createItemHandler(context, entity, {
      decider: decider(itemTables(entity, noItem)),
      itemIn: (state) => state,
      version: ({ revision }) => revision,
    })
  }
  const handlers = new Map(entities.map((entity) => [entity, handlerFor(entity)]))
  return (entity: Entity): ItemHandler => handlers.get(entity)!
}

/** Everything that may be done, and how its answers are made. */
export const createCommands = (
  context: AssemblyContext & Pick<CatalogueContext, 'checkFile' | 'privacy'>,
) => {
  const handlerOf = handlersOf(context)
  const catalogue = createCatalogueCommands({ ...context, handlerOf })
  const commands: Commands = {
    ...catalogue,
    remove: (entity, id, by) =>
      entity.name === assembly.name
        ? removeAssembly(context, Number(id), by)
        : catalogue.remove(entity, id, by),
  }
  const viewOf = createViews({ ...context, handlerOf, record: catalogue.record })
  const answerOf = async (entity: Entity, done: ItemDone) => {
    const view = viewOf(done)
    // Before what it is of: a version that is older than the record is refused, never the other way about.
    const version = await view.version(entity, done)
    return { version, data: await itemAnswer(view, entity, done.id, done.state) }
  }
  return { commands, viewOf, answerOf }
}
