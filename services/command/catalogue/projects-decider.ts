import { project } from '#contracts/catalogue/index.ts'
import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import { refuse, type Refusal } from '#contracts/refusals.ts'
import { normalKey } from '#contracts/text.ts'
import { decider, type Decider, type Decision } from '#command/kernel/decider.ts'
import { itemTables, noItem, type Item, type ItemCommand, type ItemId } from './item-decider.ts'

/** All projects: they share one stream, so that no two can take the same number. */
export type Projects = Map<ItemId, Item>

const one = decider(itemTables(project, noItem))

const key = (number: unknown) => (typeof number === 'string' ? normalKey(number) : undefined)
const keyOf = (item: Item | undefined) => key(item?.values['projectNumber'])

const isTaken = (projects: Projects, asked: unknown, id: ItemId) => {
  const number = key(asked)
  // Two that were made before such numbers were one keep theirs.
  if (keyOf(projects.get(id)) === number) return false
  return [...projects.values()].some((item) => item.status === 'live' && keyOf(item) === number)
}

const duplicate = (number: unknown): Refusal => {
  const message = `Prosjektnummeret ${String(number)} finnes allerede`
  return refuse('DUPLICATE', `${message}.`, [{ path: 'projectNumber', message }])
}

const itemOf = (projects: Projects, id: ItemId) => projects.get(id) ?? noItem()

const asks = ({ type, data }: ItemCommand): unknown =>
  type === 'Register'
    ? data.values['projectNumber']
    : type === 'Revise'
      ? data.changes['projectNumber']
      : undefined

export const projects: Decider<ItemCommand, CatalogueEvent, Projects> = {
  initial: () => new Map(),
  decide: (command, all): Decision<CatalogueEvent> => {
    const number = asks(command)
    if (number !== undefined && isTaken(all, number, command.data.id)) return duplicate(number)
    return one.decide(command, itemOf(all, command.data.id))
  },
  evolve: (all, event, when) =>
    all.set(event.data.id, one.evolve(itemOf(all, event.data.id), event, when)),
}
