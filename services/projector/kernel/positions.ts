import type { Position } from '#contracts/event-log.ts'

type Waiting = { readonly position: Position; readonly go: (reached: boolean) => void }

/** Where the read tables are, and who waits for them to get somewhere. */
export const positions = () => {
  let current: Position | null = null
  const waiting = new Set<Waiting>()
  let hurry: (() => void) | undefined
  const has = (position: Position) => current !== null && current >= position

  return {
    current: () => current,

    moved: (position: Position | null) => {
      current = position
      for (const waiter of waiting) if (has(waiter.position)) waiter.go(true)
    },

    /** True once the tables hold the event at `position`; false if they do not in time. */
    reached: (position: Position, milliseconds: number): Promise<boolean> => {
      if (has(position)) return Promise.resolve(true)
      return new Promise((resolve) => {
        const waiter: Waiting = {
          position,
          go: (reached) => {
            clearTimeout(timer)
            waiting.delete(waiter)
            resolve(reached)
          },
        }
        const timer = setTimeout(() => waiter.go(false), milliseconds)
        waiting.add(waiter)
        hurry?.()
      })
    },

    /** Lets so many milliseconds pass, unless somebody waits for the tables to move. */
    lull: (milliseconds: number): Promise<void> => {
      if (waiting.size > 0) return Promise.resolve()
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          hurry = undefined
          resolve()
        }
        const timer = setTimeout(end, milliseconds)
        hurry = end
      })
    },
  }
}

export type Positions = ReturnType<typeof positions>
