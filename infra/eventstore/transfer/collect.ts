import type { ResolvedEvent, StreamingRead } from '@eventstore/db-client'

/**
 * Everything that one read gives. It is cancelled in every case: one that is merely left holds its
 * place among the connection's 100 for ever. It fails if nothing comes for `idleMs`.
 */
export const collect = async (
  read: StreamingRead<ResolvedEvent>,
  idleMs: number,
): Promise<ResolvedEvent[]> => {
  const events: ResolvedEvent[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const idle = setTimeout(() => reject(new Error(`Nothing came for ${idleMs} ms`)), idleMs)
  read.on('data', (event: ResolvedEvent) => {
    events.push(event)
    idle.refresh()
  })
  read.on('end', resolve)
  // Stays on for good: an error that came after the cancelling would end the process.
  read.on('error', reject)
  try {
    await promise
    return events
  } finally {
    clearTimeout(idle)
    await read.cancel().catch(() => undefined)
  }
}
