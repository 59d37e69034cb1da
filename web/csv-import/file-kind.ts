import { enoughToTell, isNelfo } from '#contracts/csv/nelfo/head.ts'
import { isWorkbook } from '#contracts/csv/workbook.ts'
import type { Entity } from '#contracts/entity.ts'

/** A CSV file, or a price file as wholesalers have it. */
export type FileKind = 'csv' | 'priceFile'

const types = ['text/csv', 'application/csv', 'application/vnd.ms-excel']
/** By name too: Windows with Excel calls a CSV file something else. */
const isCsv = ({ type, name }: File) => types.includes(type) || /\.csv$/i.test(name)

const startOf = async (file: File): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, enoughToTell).arrayBuffer())

/** What kind of file it is; null if none that can be imported. A price file is told by what is in it. */
export const kindOf = async (
  { csv }: Entity,
  file: File,
): Promise<FileKind | 'workbook' | null> => {
  const start = await startOf(file)
  if (isWorkbook(start)) return 'workbook'
  if (csv?.priceFiles && isNelfo(new TextDecoder('windows-1252').decode(start))) return 'priceFile'
  return isCsv(file) ? 'csv' : null
}
