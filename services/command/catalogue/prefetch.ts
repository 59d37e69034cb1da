import type { Entity } from '#contracts/entity.ts'
import { hasStates, mostStates } from '#contracts/states.ts'
import type { Commands } from '#command/kernel/commands.ts'
import type { Handling } from '#command/kernel/handle.ts'
import type { Folded } from '#command/kernel/read-side.ts'
import type { Records } from '#command/kernel/records.ts'
import type { Needs } from './needs.ts'
import { streamOf } from './streams.ts'

/** After it failed: asked again for every piece of a file it could hold up each of them. */
const pause = 30_000

type Uses = Pick<Needs, 'model' | 'readSide'> & {
  readonly handling: Pick<Handling, 'isKept' | 'prime'>
}

/** Has many records at hand at once, where there is a read side that gives them. */
export const prefetching = ({
  model,
  handling,
  readSide,
}: Uses): Pick<Commands, 'prefetch' | 'prefetchIds'> => {
  let isAway = false
  let askAgain = 0

  /** The streams of those that are not at hand, by their ids. */
  const missing = (
    entity: Entity,
    records: Records,
    ids: Iterable<number>,
  ): ReadonlyMap<number, string> => {
    const streams = new Map<number, string>()
    for (const id of ids) {
      if (records.given(id)) continue
      const stream = streamOf(entity, id)
      if (!handling.isKept(stream)) streams.set(id, stream)
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

  const prefetchIds: Commands['prefetchIds'] = async (entity, ids) => {
    if (!readSide || !hasStates(entity)) return () => undefined
    const records = model.records(entity.name)
    const streams = missing(entity, records, ids)
    const folded = await given(entity, [...streams.keys()])
    for (const one of folded)
      handling.prime(records, streams.get(one.id) ?? streamOf(entity, one.id), one)
    return () => {
      for (const one of folded) records.takeBack(one.id, one)
    }
  }

  return {
    prefetchIds,
    prefetch: (entity, keys) => {
      const { candidates } = model.records(entity.name)
      return prefetchIds(
        entity,
        keys.flatMap(({ field, text }) => candidates(field, text)),
      )
    },
  }
}
