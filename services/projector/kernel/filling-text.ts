import type { Position } from '#contracts/event-log.ts'

const timeText = (ms: number): string => {
  const minutes = Math.ceil(ms / 60_000)
  return minutes <= 1 ? 'under ett minutt' : `omtrent ${minutes} minutter`
}

/** Progress and remaining time, at the average speed so far. */
export const fillingText = (what: string, now = () => performance.now()) => {
  let begun: { readonly at: number; readonly done: Position } | null = null
  return (done: Position, last: Position): string => {
    const percent = last === 0n ? 100n : (done * 100n) / last
    const text = `${what}: ${percent} %`
    begun ??= { at: now(), done }
    const passed = Number(done - begun.done)
    if (passed === 0) return `${text}.`
    const left = ((now() - begun.at) * Number(last - done)) / passed
    return `${text}, ${timeText(left)} igjen.`
  }
}
