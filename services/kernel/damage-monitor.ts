import { LogDamaged, type EventLog } from '#contracts/event-log.ts'

const lookAgain = 30_000

export const createDamageMonitor = (log: EventLog) => {
  const damaged = new Map<string, { problem: string; lookedAt: number }>()

  const read: EventLog['read'] = async (stream, from, limit) => {
    try {
      const events = await log.read(stream, from, limit)
      damaged.delete(stream)
      return events
    } catch (error) {
      if (error instanceof LogDamaged)
        damaged.set(stream, { problem: error.problem, lookedAt: performance.now() })
      throw error
    }
  }

  /** The operator may have skipped the event by now. */
  const lookAgainAt = (stream: string, found: { lookedAt: number }): void => {
    if (performance.now() - found.lookedAt < lookAgain) return
    found.lookedAt = performance.now()
    read(stream).catch(() => undefined)
  }

  return {
    log: { ...log, read },
    problem: (): string | null => {
      for (const [stream, found] of damaged) lookAgainAt(stream, found)
      return damaged.values().next().value?.problem ?? null
    },
  }
}
