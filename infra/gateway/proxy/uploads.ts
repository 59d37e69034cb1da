import type { IncomingMessage } from 'node:http'

/** As many as a browser has connections to one host. */
const mostAtOnce = 6

type Turn = { running: number; readonly waiting: Set<() => void> }

/**
 * So many uploads of a session are passed on at once, each until its body has come; the next ones wait, unread.
 */
export const uploadTurns = () => {
  const turns = new Map<string, Turn>()

  return (session: string, upload: IncomingMessage, begin: () => void): void => {
    const turn = turns.get(session) ?? { running: 0, waiting: new Set() }
    turns.set(session, turn)

    const leave = () => {
      turn.running--
      const [next] = turn.waiting
      if (next) next()
      else if (turn.running === 0) turns.delete(session)
    }
    const start = () => {
      turn.waiting.delete(start)
      turn.running++
      upload.once('close', leave)
      begin()
    }
    if (turn.running < mostAtOnce) return start()
    turn.waiting.add(start)
    upload.once('close', () => turn.waiting.delete(start))
  }
}
