import type { Follower, Position } from '#contracts/event-log.ts'
import { pause } from '#kernel/timeout.ts'
import type { Connection } from './connection.ts'
import { storeProblem } from './explain-error.ts'
import { Subscription } from './subscription.ts'

type Options = {
  readonly last: () => Promise<Position | null>
  readonly heartbeatMs: number
  readonly onTrouble: (error: unknown) => void
}

const minWait = 100
const maxWait = 5000

/** When a subscription ends, starts a new one after the last handled event. */
export const follow = async (
  connection: Connection,
  after: Position | null,
  follower: Follower,
  { last, heartbeatMs, onTrouble }: Options,
): Promise<void> => {
  const { signal } = follower
  let handled = after
  let wait = minWait
  const onHandled = (position: Position) => {
    handled = position
    wait = minWait
  }
  while (!signal.aborted) {
    const client = connection.client()
    const options = { client, after: handled, follower, last, heartbeatMs, onHandled }
    const ended = await Subscription.run(options)
    if (ended.by === 'signal') return
    if (ended.by === 'handler' || ended.by === 'cut') throw ended.error
    if (ended.by === 'stall') connection.replace(client)
    follower.lost?.(storeProblem(ended.error))
    onTrouble(ended.error)
    await pause(wait * (0.5 + Math.random() / 2), signal)
    wait = Math.min(wait * 2, maxWait)
  }
}
