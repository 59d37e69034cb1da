import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { limits } from '../csv/row.ts'
import { startOf } from '../csv/text-decoder.ts'
import { adviceFor, chooseCsv, fileKind, fileKindBytes, isCsv } from '#contracts/csv/file-kinds.ts'
import { invalid } from '#contracts/refusals.ts'
import { DiskFull, isFull } from '#kernel/disk.ts'
import { cleanFileName } from '#kernel/file-name.ts'
import { Refused, refused } from '#kernel/refused.ts'
import { sheetsOf, UnreadableWorkbook } from '#kernel/xlsx/workbook.ts'

const longestName = 255
const unnamed = 'uten navn'

/** Detects workbooks and price files by their first bytes, not by name. */
export const checkKind = async (path: string): Promise<void> => {
  const kind = fileKind(await startOf(() => createReadStream(path), fileKindBytes))
  if (kind === 'priceFile') return
  if (kind !== 'workbook') throw refused('UNSUPPORTED_TYPE', adviceFor[kind] ?? chooseCsv)
  try {
    await sheetsOf(path)
  } catch (error) {
    throw error instanceof UnreadableWorkbook ? refused('UNSUPPORTED_TYPE', error.message) : error
  }
}

const wrongField = (path: string, message: string) => new Refused(invalid([{ path, message }]))
const repeated = (field: string) => wrongField(field, 'Feltet står flere ganger')

const keep = async (part: MultipartFile, path: string): Promise<void> => {
  await pipeline(part.file, createWriteStream(path, { flush: true }))
  // The parser truncates at the limit without an error.
  if (part.file.truncated) throw refused('TOO_LARGE', 'Filen er større enn 100 MB. Del den opp.')
}

const ours = (error: unknown) => {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EIO' || code === 'EACCES' || code === 'ENOENT'
}

const read = async (request: FastifyRequest, path: string) => {
  const fields: Record<string, string> = {}
  let file: { readonly fileName: string; readonly isCsv: boolean } | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw wrongField(part.fieldname, 'For lang')
      if (Object.hasOwn(fields, part.fieldname)) throw repeated(part.fieldname)
      fields[part.fieldname] = String(part.value)
      continue
    }
    if (part.fieldname !== 'file' || file) {
      part.file.resume()
      throw file === undefined
        ? wrongField(part.fieldname, 'Ukjent felt')
        : repeated(part.fieldname)
    }
    await keep(part, path)
    file = {
      fileName: cleanFileName(part.filename, longestName) ?? unnamed,
      isCsv: isCsv(part.mimetype, part.filename),
    }
  }
  if (!file) throw wrongField('file', 'Velg en CSV-fil')
  return { ...file, fields }
}

/** Streams the upload to disk, in any order of parts. Throws a refusal if it is incomplete. */
export const receive = async (request: FastifyRequest, path: string) => {
  if (!request.isMultipart()) throw wrongField('file', 'Filen må sendes som multipart/form-data')
  try {
    return await read(request, path)
  } catch (error) {
    if (error instanceof Refused || ours(error)) throw error
    if (isFull(error)) throw new DiskFull()
    // Other errors are the client's: a lost connection, a missing boundary, too many parts.
    throw (error as { statusCode?: number }).statusCode === 413
      ? refused('TOO_LARGE', 'Skjemaet har for mange felter.')
      : wrongField('file', 'Opplastingen kom ikke helt frem. Prøv igjen.')
  }
}

export const multipartLimits = {
  fileSize: limits.bytes,
  // One more than allowed, so that a second file gets its own error.
  files: 2,
  fields: 20,
  // A mapping lists all columns.
  fieldSize: 100_000,
  parts: 22,
} as const
