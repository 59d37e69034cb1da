import type { Write } from './write.ts'

const mostEvents = 2000
const mostBytes = 4 * 1024 * 1024

const sizeOf = (write: Write): number =>
  write.does === 'append'
    ? write.events.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0)
    : 0

/** How many of the writes that wait, one at least, go into one commit. */
export const groupSize = (waiting: readonly { readonly write: Write }[]): number => {
  let events = 0
  let bytes = 0
  for (const [taken, { write }] of waiting.entries()) {
    events += write.does === 'append' ? write.events.length : 1
    bytes += sizeOf(write)
    if (taken > 0 && (events > mostEvents || bytes > mostBytes)) return taken
  }
  return waiting.length
}
