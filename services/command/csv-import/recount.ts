import { isSettled, type Entry } from './journal.ts'
import type { Note, Notes } from './notes.ts'
import type { Work } from './work.ts'

const together = 512
const none: Note = { warnings: [], prices: [] }

/** Counts a row once more that was done before. */
export const recountOne = (
  { tally }: Pick<Work, 'tally'>,
  { outcome, because }: Entry,
  note: Note | null,
): void => {
  const { warnings, prices } = note ?? none
  tally.count(outcome, because)
  tally.warn(warnings)
  if (outcome === 'updated') tally.price(prices)
}

/** Counts all of them, without reading the file: how many there are. */
export const recount = async (work: Work, notes: Pick<Notes, 'get'>): Promise<number> => {
  const { journal } = work
  let done = 0
  for (let from = 0; from < journal.rows; from += together) {
    const size = Math.min(together, journal.rows - from)
    const settled = Array.from({ length: size }, (_, i) => from + i).filter((row) =>
      isSettled(journal.get(row)),
    )
    const noted = await Promise.all(settled.map(notes.get))
    settled.forEach((row, i) => recountOne(work, journal.get(row), noted[i] ?? null))
    done += settled.length
  }
  return done
}
