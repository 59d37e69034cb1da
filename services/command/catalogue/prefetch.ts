import type { Entity } from '#contracts/entity.ts'
import { hasStates, mostStates } from '#contracts/states.ts'
import type { Commands, FindKey } from '#command/kernel/commands.ts'
import type { Handling } from '#command/kernel/handle.ts'
import type { Folded } from '#command/kernel/read-side.ts'
import type { Needs } from './needs.ts'
import { streamOf } from './streams.ts'

/** After it failed: asked again for every piece of a file it could hold up each of them. */
const pause = 30_000

type Uses = Pick<Needs, 'model' | 'readSide'> & {
  readonly handling: Pick<Handling, 'isAtHand' | 'prime' | 'letGo'>
}

/** Has many records at hand at once, where there is a read side that gives them. */
export const prefetching = ({ model, handling, readSide }: Uses): Pick<Commands, 'prefetch'> => {
  let isAway = false
  let askAgain = 0

  /** The streams of those that are not at hand, by their ids. */
  const missing = (entity: Entity, keys: readonly FindKey[]): ReadonlyMap<number, string> => {
    const streams = new Map<number, string>()
    const records = model.records(entity.name)
    for (const { field, text } of keys)
      for (const id of records.candidates(field, text)) {
        const stream = streamOf(entity, id)
        if (!handling.isAtHand(stream)) streams.set(id, stream)
      }
    return streams
  }
  const given = async (entity: Entity, ids: readonly number[]): Promise<readonly Folded[]> => {
    if (!readSide || ids.length === 0 || performance.now() < askAgain) return []
    try {
      const found: Folded[] = []
      for (let from = 0; from < ids.length; from += mostStates)
        found.push(...(await readSide.states(entity, ids.slice(from, from + mostStates))))
      isAway = false
      return found
    } catch (error) {
      askAgain = performance.now() + pause
      if (!isAway) readSide.onAway(error)
      isAway = true
      return []
    }
  }

  return {
    prefetch: async (entity, keys) => {
      if (!readSide || !hasStates(entity)) return () => undefined
      const streams = missing(entity, keys)
      const primed = (await given(entity, [...streams.keys()])).map(({ id, item, revision }) => {
        const stream = streams.get(id) ?? streamOf(entity, id)
        handling.prime(stream, item, revision)
        return { stream, item }
      })
      return () => {
        for (const { stream, item } of primed) handling.letGo(stream, item)
      }
    },
  }
}
