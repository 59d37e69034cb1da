import { skipReasons, type SkipReason } from '#contracts/csv/skip-reasons.ts'
import type { MadeReference } from '../store/job-repository.ts'
import type { RowNote, SettledOutcome, SettledRow } from '../store/row-log.ts'

/** As the journal of rows had them: 16 bytes each, of which the first is one of these. */
const outcomes: Readonly<Record<number, SettledOutcome>> = {
  1: 'created',
  2: 'updated',
  3: 'skipped',
  4: 'unchanged',
  6: 'removed',
  7: 'restored',
}
const width = 16
const reasons = Object.keys(skipReasons) as SkipReason[]

type Line = (RowNote & { readonly row: number }) | { readonly made: MadeReference } | null

/** What a power cut spoilt is as one that is missing: the record's history tells. */
const lineIn = (text: string): readonly Line[] => {
  try {
    return [JSON.parse(text) as Line]
  } catch {
    return []
  }
}

/** What was noted of rows, by their place in the file, and what was made besides. */
export const readNotes = (text: string) => {
  const lines = text.split('\n').flatMap(lineIn)
  const notes = lines.flatMap((line) => (line && 'row' in line ? [[line.row, line] as const] : []))
  const made = lines.flatMap((line) => (line && 'made' in line ? [line.made] : []))
  return { notes: new Map<number, RowNote>(notes), made }
}

export const settledRow = (journal: Buffer, at: number, line: number): SettledRow | null => {
  const from = at * width
  if (from + width > journal.length) return null
  const outcome = outcomes[journal[from]!]
  if (!outcome) return null
  return {
    at,
    line,
    outcome,
    because: reasons[journal[from + 1]! - 1],
    id: journal.readUInt32LE(from + 4),
    revision: journal.readUInt32LE(from + 8),
  }
}

export const digestsIn = (journal: Buffer): Buffer => {
  const digests = Buffer.alloc((journal.length / width) * 4)
  for (let from = 0; from + width <= journal.length; from += width)
    journal.copy(digests, (from / width) * 4, from + 12, from + width)
  return digests
}
