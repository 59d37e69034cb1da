import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import { project } from '#contracts/catalogue/index.ts'
import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import { refuse, type Refusal } from '#contracts/refusals.ts'
import { normalKey } from '#contracts/text.ts'
import type { Decider } from '../kernel/command.ts'
import { itemDecider, type ItemCommand } from './item-decider.ts'
import { noItem } from './item-evolve.ts'

type Projects = Map<ItemId, Item>

const one = itemDecider(project)

export const projectIn = (projects: Projects, id: ItemId): Item => projects.get(id) ?? noItem()

const key = (number: unknown) => (typeof number === 'string' ? normalKey(number) : undefined)
const keyOf = (item: Item) => key(item.values['projectNumber'])

const isTaken = (projects: Projects, given: unknown, id: ItemId) => {
  const number = key(given)
  // Old projects with equal numbers, created before this check, keep them.
  const own = projectIn(projects, id)
  if (own.status === 'live' && keyOf(own) === number) return false
  return [...projects.values()].some((item) => item.status === 'live' && keyOf(item) === number)
}

const duplicate = (number: unknown): Refusal => {
  const message = `Prosjektnummeret ${String(number)} finnes allerede`
  return refuse('DUPLICATE', `${message}.`, [{ path: 'projectNumber', message }])
}

const numberIn = ({ type, data }: ItemCommand): unknown => {
  if (type === 'Register' || type === 'Reinstate') return data.values['projectNumber']
  return type === 'Revise' ? data.changes['projectNumber'] : undefined
}

export const projects: Decider<ItemCommand, CatalogueEvent, Projects> = {
  initial: () => new Map(),
  decide: (command, all, at) => {
    const { id } = command.data
    const number = numberIn(command)
    if (number !== undefined && isTaken(all, number, id)) return duplicate(number)
    return one.decide(command, projectIn(all, id), at)
  },
  evolve: (all, event, when) => {
    const { id } = event.data
    return all.set(id, one.evolve(projectIn(all, id), event, when))
  },
}
