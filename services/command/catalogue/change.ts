import type { Entity } from '#contracts/entity.ts'
import { refuse, type Refusal } from '#contracts/refusals.ts'
import type { ItemDone } from '#command/kernel/commands.ts'
import type { By } from '#command/kernel/context.ts'
import { projectsStream } from '#contracts/streams.ts'
import { asItem, done, inProjects } from './done.ts'
import type { ItemCommand, ItemId } from './item-decider.ts'
import type { Needs, RulesOf } from './needs.ts'
import { projects, type Projects } from './projects-decider.ts'
import { streamOf } from './streams.ts'

/** One command on one record that exists. */
export const changing = ({ model, handling }: Needs, rules: RulesOf) => {
  const { handle, before } = handling

  const changeProject = async (id: ItemId, by: By, command: ItemCommand) => {
    const was = await before(by, projects, (stream) => stream === projectsStream)
    if (was) return done(was, id, inProjects(id))
    const version = (all: Projects) => inProjects(id)(all).version
    const outcome = await handle(by, projectsStream, projects, command, { version })
    return done(outcome, id, inProjects(id))
  }

  return async (
    entity: Entity,
    id: ItemId,
    by: By,
    command: ItemCommand,
  ): Promise<ItemDone | Refusal> => {
    if (entity.name === 'projects') return changeProject(id, by, command)
    const stream = streamOf(entity, id)
    const was = await before(by, rules(entity), (one) => one === stream)
    if (was) return done(was, id, asItem)
    // Nobody has ever registered it: no reason to ask the store.
    if (model.revisionOf(stream) < 0) return refuse('NOT_FOUND')
    return done(await handle(by, stream, rules(entity), command), id, asItem)
  }
}

export type Change = ReturnType<typeof changing>
