import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { success } from '#contracts/answers.ts'
import { count } from '#contracts/counted.ts'
import { chooseEncoding, saveAsUtf8 } from '#contracts/csv/options.ts'
import {
  mostTableRows,
  mostTableText,
  tableAnswer,
  type TableAnswer,
} from '#contracts/csv/table.ts'
import { fileKindBytes, fileKind } from '#contracts/csv/file-kinds.ts'
import { roomForBody, type Disk } from '#kernel/disk.ts'
import { successSchema } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { SheetRow } from '#kernel/xlsx/sheet-rows.ts'
import { chooseSheet, readSheet, sheetsOf, UnreadableWorkbook } from '#kernel/xlsx/workbook.ts'
import { detectEncoding } from '../csv/encoding.ts'
import { UnreadableFile } from '../csv/row.ts'
import { startOf, texts, type FileChunks } from '../csv/text-decoder.ts'
import { tags } from '../importable.ts'
import type { Uploads } from '../store/uploads.ts'
import { multipartLimits, receive } from './receive-upload.ts'

/** Numbers with a decimal comma. A cell that cannot be read says why, or it would pass for an empty one. */
const textsOf = ({ cells, numbers, faults }: SheetRow) =>
  cells.map((cell, at) => faults.get(at) ?? (numbers.has(at) ? cell.replace('.', ',') : cell))

const rowsIn = async (path: string): Promise<TableAnswer> => {
  const rows: string[][] = []
  const lines: number[] = []
  for await (const batch of readSheet(path, chooseSheet(await sheetsOf(path)))) {
    rows.push(...batch.map(textsOf))
    lines.push(...batch.map(({ line }) => line))
    if (rows.length > mostTableRows)
      throw refused('LIMIT', `Arket har flere enn ${count(mostTableRows)} rader.`)
  }
  return { rows, lines }
}

/** The encoding is found out as for imports. Here none can be chosen. */
const textIn = async (chunks: FileChunks): Promise<TableAnswer> => {
  const { encoding } = await detectEncoding(chunks, undefined)
  let text = ''
  for await (const part of texts(chunks, encoding)) {
    text += part
    if (text.length > mostTableText) throw refused('LIMIT', 'Filen har mer enn 10 millioner tegn.')
  }
  return { text }
}

const readTable = async (path: string): Promise<TableAnswer> => {
  const chunks = () => createReadStream(path)
  try {
    const kind = fileKind(await startOf(chunks, fileKindBytes))
    return await (kind === 'workbook' ? rowsIn(path) : textIn(chunks))
  } catch (error) {
    if (error instanceof UnreadableWorkbook || error instanceof UnreadableFile)
      throw refused('UNSUPPORTED_TYPE', error.message.replace(chooseEncoding, saveAsUtf8))
    throw error
  }
}

const form = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary' } },
  required: ['file'],
}

type Needs = { readonly uploads: Uploads; readonly disk: Disk }

/** Returns the rows of an uploaded table, for clients that interpret them, such as pasted lines of a stykkliste. */
export const tableRoute = (app: App, { uploads, disk }: Needs): void => {
  app.post(
    '/api/csv-import/table',
    {
      config: { needs: 'edit', form },
      onRequest: roomForBody(disk, multipartLimits.fileSize),
      schema: {
        tags,
        summary:
          'Radene i det første arket av en Excel-arbeidsbok, eller teksten i en tekstfil; ingenting lagres',
        consumes: ['multipart/form-data'],
        response: { 200: successSchema(tableAnswer) },
      },
    },
    async (request) => {
      const id = randomUUID()
      try {
        const path = await uploads.make(id)
        await receive(request, path)
        return success(await readTable(path))
      } finally {
        await uploads.remove(id)
      }
    },
  )
}
