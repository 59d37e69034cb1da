import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import type { ItemDone } from '#command/kernel/commands.ts'
import type { Done } from '#command/kernel/context.ts'
import { noItem, type Item, type ItemId } from './item-decider.ts'
import type { Projects } from './projects-decider.ts'

/** What became of one record of those that the stream's state holds. */
export const done = <S>(
  outcome: Done<S> | Refusal | 'taken',
  id: ItemId,
  itemIn: (state: S) => Item,
): ItemDone | Refusal => {
  if (outcome === 'taken') return refuse('CONFLICT')
  return isRefusal(outcome) ? outcome : { ...outcome, state: itemIn(outcome.state), id }
}

export const inProjects = (id: ItemId) => (all: Projects) => all.get(id) ?? noItem()
export const asItem = (item: Item): Item => item
