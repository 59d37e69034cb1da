import type { App } from '../../kernel/types.ts'

/**
 * Lets so many requests begin at a time; the rest wait for the next turn, first come, first served. What
 * one group sends to the store leaves before the next begins, so that the store writes while this process
 * decides. All at once, each would wait for the other: clients that are answered together ask together again.
 */
export const takeInTurns = (app: App, atATime = 24): void => {
  let begun = 0
  const waiting: (() => void)[] = []
  const nextTurn = () => {
    begun = 0
    for (const begin of waiting.splice(0, atATime)) {
      begun++
      begin()
    }
    if (begun > 0) later()
  }
  // Of the event loop it takes two: what is handed to a connection in one leaves in the next.
  const later = () => setImmediate(() => setImmediate(nextTurn))

  app.addHook('onRequest', (_request, _reply, begin) => {
    if (begun === atATime) {
      waiting.push(begin)
      return
    }
    if (begun++ === 0) later()
    begin()
  })
}
