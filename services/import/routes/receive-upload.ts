import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { limits } from '../csv/parser.ts'
import { startOf } from '../csv/text-decoder.ts'
import { fileKindBytes, fileKind, adviceFor } from '#contracts/csv/file-kinds.ts'
import { invalid } from '#contracts/refusals.ts'
import { DiskFull, isFull } from '#kernel/disk.ts'
import { cleanFileName } from '#kernel/file-name.ts'
import { Refused, refused } from '#kernel/refused.ts'
import { sheetsOf, UnreadableWorkbook } from '#kernel/xlsx/workbook.ts'

const longestName = 255
const unnamed = 'uten navn'

/** What a browser calls a CSV file: Windows with Excel says vnd.ms-excel. */
const types = new Set(['text/csv', 'application/csv', 'application/vnd.ms-excel'])
const isCsv = ({ mimetype, filename }: MultipartFile) =>
  types.has(mimetype) || /\.csv$/i.test(filename)

/** Why a zip file is no workbook; null where it is one. */
const workbookFault = async (path: string): Promise<string | null> => {
  try {
    await sheetsOf(path)
    return null
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return error.message
    throw error
  }
}

/** A workbook or a price file may be called anything: what it begins with tells. */
const checkKind = async (part: MultipartFile, path: string): Promise<void> => {
  if (isCsv(part)) return
  const kind = fileKind(await startOf(() => createReadStream(path), fileKindBytes))
  if (kind === 'priceFile') return
  const advice = adviceFor[kind] ?? 'Vennligst velg en CSV-fil'
  const fault = kind === 'workbook' ? await workbookFault(path) : advice
  if (fault !== null) throw refused('UNSUPPORTED_TYPE', fault)
}

const wrongField = (path: string, message: string) => new Refused(invalid([{ path, message }]))
const repeated = (field: string) => wrongField(field, 'Feltet står flere ganger')

const keep = async (part: MultipartFile, path: string): Promise<void> => {
  const file = await open(path, 'w')
  try {
    for await (const bytes of part.file) await file.write(bytes as Buffer)
    // Cut off at the limit, and otherwise silent about it.
    if (part.file.truncated) throw refused('TOO_LARGE', 'Filen er større enn 100 MB. Del den opp.')
    await file.datasync()
  } finally {
    await file.close()
  }
}

const ours = (error: unknown) => {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EIO' || code === 'EACCES' || code === 'ENOENT'
}

const read = async (request: FastifyRequest, path: string) => {
  const fields: Record<string, string> = {}
  let fileName: string | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw wrongField(part.fieldname, 'For lang')
      if (Object.hasOwn(fields, part.fieldname)) throw repeated(part.fieldname)
      fields[part.fieldname] = String(part.value)
      continue
    }
    if (part.fieldname !== 'file' || fileName !== undefined) {
      part.file.resume()
      throw fileName === undefined
        ? wrongField(part.fieldname, 'Ukjent felt')
        : repeated(part.fieldname)
    }
    fileName = cleanFileName(part.filename, longestName) ?? unnamed
    await keep(part, path)
    await checkKind(part, path)
  }
  if (fileName === undefined) throw wrongField('file', 'Velg en CSV-fil')
  return { fileName, fields }
}

/** Takes the upload to disk as it comes, whatever the order of its parts. All of it, or a refusal. */
export const receive = async (request: FastifyRequest, path: string) => {
  if (!request.isMultipart()) throw wrongField('file', 'Filen må sendes som multipart/form-data')
  try {
    return await read(request, path)
  } catch (error) {
    if (error instanceof Refused || ours(error)) throw error
    if (isFull(error)) throw new DiskFull()
    // What is left is the sender's: a cut connection, a missing boundary, too many parts.
    throw (error as { statusCode?: number }).statusCode === 413
      ? refused('TOO_LARGE', 'Skjemaet har for mange felter.')
      : wrongField('file', 'Opplastingen kom ikke helt frem. Prøv igjen.')
  }
}

export const multipartLimits = {
  fileSize: limits.bytes,
  // A second is refused by name.
  files: 2,
  fields: 20,
  // A mapping names all columns.
  fieldSize: 100_000,
  parts: 22,
} as const
