import { writeFile } from 'node:fs/promises'
import type { Header } from '../csv/header-row.ts'
import { plainFormat } from '../csv/file-format.ts'
import type { Row } from '../csv/parser.ts'
import type { FileChunks } from '../csv/text-decoder.ts'

/** The identifier of the rows of a selection. */
export const idColumn = 'id'
const header: Header = { line: 0, headings: [idColumn], columns: [null] }
const batchSize = 1_000

/** Stored like an uploaded file, so that a crash does not lose the selection. */
export const keepSelection = (path: string, ids: readonly number[]): Promise<void> =>
  writeFile(path, ids.join('\n'), { flush: true })

const readIds = async (chunks: FileChunks): Promise<readonly string[]> => {
  let text = ''
  for await (const chunk of chunks()) text += String(chunk)
  return text.split('\n')
}

function* batchesOf(ids: readonly string[]): Generator<readonly Row[]> {
  for (let from = 0; from < ids.length; from += batchSize)
    yield ids.slice(from, from + batchSize).map((id, at) => ({ line: from + at + 1, cells: [id] }))
}

export const openSelection = async (chunks: FileChunks) => {
  const ids = await readIds(chunks)
  return {
    ...plainFormat,
    encoding: 'utf-8' as const,
    header,
    rows: ids.length,
    identifier: idColumn,
    batches: async function* () {
      yield* batchesOf(ids)
    },
  }
}
