import { setTimeout as sleep } from 'node:timers/promises'
import type { Follower, Position } from '#contracts/event-log.ts'
import type { Lane } from './lane.ts'
import { storeProblem } from './problem.ts'
import { Session } from './session.ts'

export type Trouble = (error: unknown) => void

type Options = {
  readonly last: () => Promise<Position | null>
  readonly heartbeatMs: number
  readonly onTrouble: Trouble
}

const shortestWait = 100
const longestWait = 5000

/** Follows the log for ever: after any end of a subscription, a new one from the last handled event. */
export const follower =
  (lane: Lane, { last, heartbeatMs, onTrouble }: Options) =>
  async (after: Position | null, asked: Follower): Promise<void> => {
    const { signal } = asked
    let handled = after
    let wait = shortestWait
    while (!signal.aborted) {
      const client = lane.client()
      const ended = await new Session({
        client,
        after: handled,
        follower: asked,
        last,
        heartbeatMs,
        onHandled: (position) => {
          handled = position
          wait = shortestWait
        },
      }).ended
      if (ended.by === 'handler' || ended.by === 'cut') throw ended.error
      if (ended.by === 'signal') return
      if (ended.by === 'stall') lane.replace(client)
      asked.lost?.(storeProblem(ended.error))
      onTrouble(ended.error)
      await sleep(wait * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined)
      wait = Math.min(wait * 2, longestWait)
    }
  }
