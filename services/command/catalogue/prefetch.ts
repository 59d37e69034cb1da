import { hasStates, mostStates } from '#contracts/states.ts'
import type { Commands } from '#command/kernel/commands.ts'
import type { Handling } from '#command/kernel/handle.ts'
import type { Needs } from './needs.ts'
import { streamOf } from './streams.ts'

/** After it failed: asked again for every piece of a file it could hold up each of them. */
const pause = 30_000

/** Has many records at hand at once, where there is a read side that gives them. */
export const prefetching = ({
  model,
  handling,
  readSide,
}: Pick<Needs, 'model' | 'readSide'> & {
  readonly handling: Pick<Handling, 'isAtHand' | 'prime'>
}): Pick<Commands, 'prefetch'> => {
  let isAway = false
  let askAgain = 0

  return {
    prefetch: async (entity, keys) => {
      if (!readSide || !hasStates(entity) || performance.now() < askAgain) return
      const ids = new Set<number>()
      for (const { field, text } of keys)
        for (const id of model.records(entity.name).candidates(field, text))
          if (!handling.isAtHand(streamOf(entity, id))) ids.add(id)
      const all = [...ids]
      try {
        for (let from = 0; from < all.length; from += mostStates) {
          const found = await readSide.states(entity, all.slice(from, from + mostStates))
          for (const { id, item, revision } of found)
            handling.prime(streamOf(entity, id), item, revision)
          isAway = false
        }
      } catch (error) {
        askAgain = performance.now() + pause
        if (!isAway) readSide.onAway(error)
        isAway = true
      }
    },
  }
}
