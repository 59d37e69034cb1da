import { randomUUID } from 'node:crypto'
import type { Entity } from '#contracts/entity.ts'
import type { Values } from '#contracts/fields.ts'
import type { Price } from '#contracts/pricing.ts'
import { invalid, isRefusal, type Refusal } from '#contracts/refusals.ts'
import { valuesIn, type Commands, type ItemDone } from '#command/kernel/commands.ts'
import type { By } from '#command/kernel/context.ts'
import { own } from '#command/kernel/locks.ts'
import { projectsStream } from '#contracts/streams.ts'
import { newPrice } from '#command/pricing/price.ts'
import { referredLocks, wrongReferences } from './checks.ts'
import { asItem, done, inProjects } from './done.ts'
import type { ItemCommand } from './item-decider.ts'
import type { Needs, RulesOf } from './needs.ts'
import { projects } from './projects-decider.ts'
import { keyLock, streamOf } from './streams.ts'

export const registering = (needs: Needs, rules: RulesOf): Pick<Commands, 'register'> => {
  const { locks, withNewId } = needs
  const { handle, before } = needs.handling
  const wrong = wrongReferences(needs)

  const createProject = async (by: By, values: Values) => {
    const was = await before(by, projects, (stream) => stream === projectsStream)
    // The client's key makes the id, so the same key finds its project again.
    const id = by.request === undefined ? randomUUID() : by.commandId
    if (was) return done(was, id, inProjects(id))
    const command: ItemCommand = { type: 'Register', data: { id, values, price: null } }
    return done(await handle(by, projectsStream, projects, command), id, inProjects(id))
  }

  const create = async (
    entity: Entity,
    by: By,
    values: Values,
    price: Price | null,
  ): Promise<ItemDone | Refusal> => {
    const rule = rules(entity)
    const was = await before(by, rule, (stream) => stream.startsWith(`${entity.stream}-`))
    if (was)
      return isRefusal(was)
        ? was
        : done(was, Number(was.stream.slice(entity.stream.length + 1)), asItem)
    return withNewId(entity.name, by, async (id) => {
      const command: ItemCommand = { type: 'Register', data: { id, values, price } }
      const outcome = await handle(by, streamOf(entity, id), rule, command, { isNew: true })
      return outcome === 'taken' ? outcome : done(outcome, id, asItem)
    })
  }

  return {
    register: (entity, body, by) => {
      const values = valuesIn(entity, body)
      // All projects are one stream: two that write it at once would only refuse each other.
      const stream = entity.name === 'projects' ? [own(projectsStream)] : []
      return locks([...keyLock(by), ...stream, ...referredLocks(entity, values)], async () => {
        const errors = await wrong(entity, values, by)
        if (errors.length > 0) return invalid(errors)
        if (entity.name === 'projects') return createProject(by, values)
        return create(entity, by, values, body.pricing ? newPrice(body.pricing) : null)
      })
    },
  }
}
