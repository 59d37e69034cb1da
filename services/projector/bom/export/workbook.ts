import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile from 'write-excel-file/node'

/** Plain values: a JavaScript number is a number in the thread that writes the workbook, too. */
export type XlsxCell = string | number | null

export type Workbook = {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly XlsxCell[])[]
}

const wide = new Map([
  ['Beskrivelse', 40],
  ['Verdi', 80],
  ['Hva', 24],
  ['Merknad', 30],
])

/** Texts are typed as texts, so that none is ever a formula. */
const cellOf = (value: XlsxCell) =>
  value === null
    ? null
    : typeof value === 'number'
      ? { value, type: Number }
      : { value, type: String }

export const workbook = ({ name, header, rows }: Workbook): Promise<Uint8Array> =>
  writeExcelFile(
    [
      header.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
      ...rows.map((row) => row.map(cellOf)),
    ],
    {
      sheet: name,
      stickyRowsCount: 1,
      columns: header.map((title) => ({ width: wide.get(title) ?? 16 })),
    },
  ).toBuffer()

// In a thread of its own, so that queries do not wait for it.
parentPort?.postMessage(await workbook(workerData as Workbook))
