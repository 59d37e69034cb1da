import type { ResolvedEvent, StreamingRead } from '@eventstore/db-client'

/** The server is there and yet nothing comes. */
export class Silence extends Error {
  override readonly name = 'Silence'
}

/**
 * Everything that one read gives. It fails if nothing comes for `idleMs`, and is cancelled in every case:
 * one that is merely left holds its place among the connection's 100 for ever.
 */
export const collect = async (
  read: StreamingRead<ResolvedEvent>,
  idleMs: number,
): Promise<ResolvedEvent[]> => {
  const events: ResolvedEvent[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const idle = setTimeout(() => reject(new Silence(`Nothing came for ${idleMs} ms`)), idleMs)
  read
    .on('data', (event: ResolvedEvent) => {
      events.push(event)
      idle.refresh()
    })
    .on('end', resolve)
    // Stays on for good: an error that came after the cancelling would end the process.
    .on('error', reject)
  try {
    await promise
    return events
  } finally {
    clearTimeout(idle)
    // One that is not connected yet is cancelled when it is: nobody waits for that.
    read.cancel().catch(() => undefined)
  }
}
