import type { TableAnswer } from '#contracts/csv/table.ts'
import { fileKind } from '#contracts/csv/file-kinds.ts'
import { call } from '../../lib/api.ts'
import { tableIn, type Table } from './read-rows.ts'

/** As Excel saves text: with a mark where it is UTF-16, and unmarked as Windows does. */
const textIn = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  const text = new TextDecoder().decode(bytes)
  return text.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : text
}

/** The rows of a workbook or of a CSV file. The server reads the workbook. */
export const tableOf = async (file: File): Promise<Table> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (fileKind(bytes) !== 'workbook') return { ...tableIn(textIn(bytes)), file: file.name }
  const body = new FormData()
  body.set('file', file)
  const answer = await call('/api/csv-import/table', { method: 'POST', body })
  return { ...(answer.body as { data: TableAnswer }).data, file: file.name }
}
