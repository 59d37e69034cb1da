import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { invalid } from '#contracts/refusals.ts'
import { required } from '#contracts/validation.ts'
import { Refused } from '#kernel/refused.ts'
import { fileKind, largest } from './types.ts'

/** One file and a few small fields. Accepts one byte more than the limit, to detect files that are too large. */
export const uploadFields = {
  fileSize: largest + 1,
  files: 1,
  fields: 20,
  fieldSize: 10_000,
  fieldNameSize: 100,
  parts: 21,
  headerPairs: 50,
}

const kind = fileKind.optional().catch(undefined)

const incomplete = invalid([
  { path: 'file', message: 'Opplastingen kom ikke helt frem. Prøv igjen.' },
])

const firstFile = async (request: FastifyRequest): Promise<MultipartFile | undefined> => {
  try {
    return await request.file()
  } catch {
    // Before the file begins, errors are the client's: a lost connection, a missing boundary, too many parts.
    throw new Refused(incomplete)
  }
}

export const fileInForm = async (request: FastifyRequest) => {
  const file = await firstFile(request)
  if (!file) throw new Refused(invalid([{ path: 'file', message: required }]))
  const field = file.fields['kind']
  const value = field && !Array.isArray(field) && field.type === 'field' ? field.value : undefined
  return { file, kind: kind.parse(value) }
}
