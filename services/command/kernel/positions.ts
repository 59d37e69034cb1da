import { LRUCache } from 'lru-cache'
import type { Position } from '#contracts/event-log.ts'

export const createPositions = () => {
  let reached: Position | null = null
  let waiting: { position: Position; go: () => void }[] = []
  // What this process wrote is in the model before the log brings it back.
  const own = new LRUCache<Position, true>({ max: 10_000 })

  const has = (position: Position) =>
    (reached !== null && reached >= position) || own.get(position) === true

  const advance = (position: Position): void => {
    reached = position
    if (waiting.length === 0) return
    const ready = waiting.filter((one) => one.position <= position)
    waiting = waiting.filter((one) => one.position > position)
    for (const { go } of ready) go()
  }

  const reach = (position: Position, patience: number): Promise<boolean> | true => {
    if (has(position)) return true
    return new Promise((resolve) => {
      const entry = { position, go: () => done(true) }
      const timer = setTimeout(() => done(false), patience)
      const done = (reachedIt: boolean) => {
        clearTimeout(timer)
        if (!reachedIt) waiting = waiting.filter((one) => one !== entry)
        resolve(reachedIt)
      }
      waiting.push(entry)
    })
  }

  return {
    advance,
    reach,
    noteOwn: (position: Position) => own.set(position, true),
    reached: () => reached,
  }
}

export type Positions = ReturnType<typeof createPositions>
