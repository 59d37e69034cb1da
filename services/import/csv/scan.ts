import type { Delimiter, Encoding } from '#contracts/csv/options.ts'
import type { Entity } from '#contracts/entity.ts'
import { detectDelimiter, hintOf } from './delimiter.ts'
import { detectEncoding } from './encoding.ts'
import type { FileFormat } from './file-format.ts'
import { createCsvParser, type Row } from './parser.ts'
import { isBlank, surveyTable, type TableChoices } from './survey-table.ts'
import { createTextDecoder, startOf, texts, type FileChunks } from './text-decoder.ts'

const startLength = 65_536

async function* rowsOf(
  chunks: FileChunks,
  encoding: Encoding,
  delimiter: Delimiter,
): AsyncGenerator<readonly Row[]> {
  const parser = createCsvParser(delimiter)
  for await (const text of texts(chunks, encoding)) yield parser.push(text)
  yield parser.end()
}

async function* withoutHint(
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of batches) yield batch.filter(({ line }) => line > 1)
}

export const scan = async (
  entity: Entity,
  chunks: FileChunks,
  choices: TableChoices = {},
): Promise<FileFormat> => {
  const { encoding, mark } = await detectEncoding(chunks, choices.encoding)
  const start = createTextDecoder(encoding).push(await startOf(chunks, startLength))
  const hinted = hintOf(start)
  const delimiter = choices.delimiter ?? hinted ?? detectDelimiter(entity, start)
  const rows = rowsOf(chunks, encoding, delimiter)
  const table = await surveyTable(entity, hinted ? withoutHint(rows) : rows, choices)
  return { encoding, byteOrderMark: mark, delimiter, ...table }
}

export async function* readRows(
  chunks: FileChunks,
  { encoding, delimiter, header }: FileFormat,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of rowsOf(chunks, encoding, delimiter))
    yield batch.filter((row) => row.line > header.line && !isBlank(row))
}
