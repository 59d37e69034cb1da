/** Milliseconds that events are gathered for, and how many a millisecond are worth it. */
const gatherFor = 100
const pouring = 0.2

type Needs = {
  /** Lets time pass while nobody waits for what is gathered. */
  readonly lull: (milliseconds: number) => Promise<void>
  readonly now?: () => number
}

/**
 * A batch of one costs thirty times as much an event as a batch of fifty. So while events pour in, as in
 * an import, the next batch is let grow for a moment before it is taken; a single event never waits.
 */
export const gathering = ({ lull, now = () => performance.now() }: Needs) => {
  let last = -Infinity
  /** After each batch: how many events it had, and whether there was no room for more. */
  return async (events: number, isFull: boolean): Promise<void> => {
    const since = now() - last
    last = now()
    if (!isFull && events > 1 && events / since >= pouring) await lull(gatherFor)
  }
}
