import { day, wrongDay } from '#contracts/days.ts'
import type { CellReading } from './cells.ts'

const norwegian = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/

/** 2027-01-01, or 1.1.2027 as Norwegians and their Excel write it. */
export const dayIn = (cell: string): CellReading => {
  const text = cell.trim()
  const [, date, month, year] = norwegian.exec(text) ?? []
  const iso = year ? `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}` : text
  const read = day.safeParse(iso)
  return read.success ? { value: read.data } : { wrong: wrongDay }
}
