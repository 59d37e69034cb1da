import { randomUUID } from 'node:crypto'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FileKind } from '#contracts/fields.ts'
import { invalid } from '#contracts/refusals.ts'
import { parse, required } from '#contracts/validation.ts'
import { roomForBody } from '#kernel/disk.ts'
import { Refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { putRoute } from './put-route.ts'
import { fileRoute } from './serve-file.ts'
import { sealed } from './token.ts'
import { fileKind, largest } from './types.ts'
import { pathOf, storedSchema, uploadAnswer, type Uploads } from './upload-answer.ts'

const minutes = 10

const addressBody = z
  .strictObject({
    kind: fileKind
      .optional()
      .describe('Feltets slag: styrer hvilke typer og størrelser som tas imot'),
    fileName: z.string().max(500).optional(),
  })
  .nullish()

const addressSchema = z.object({
  success: z.literal(true),
  uploadURL: z.string(),
  objectPath: z.string(),
  method: z.literal('PUT'),
  expiresAt: z.iso.datetime(),
})
export const objectRoutes = async (root: App, uploads: Uploads): Promise<void> => {
  fileRoute(root, uploads.store)
  await root.register(async (app: App) => {
    await app.register(multipart, { limits: uploadFields })
    app.addHook('onRequest', roomForBody(uploads.disk, largest))
    formRoute(app, uploads)
  })
  await root.register(async (app: App) => {
    app.removeAllContentTypeParsers()
    app.addHook('onRequest', roomForBody(uploads.disk, largest))
    // The body is the file, of any content type, as a stream.
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    putRoute(app, uploads)
  })
}

const uploadAddress = ({ key, now }: Uploads, request: FastifyRequest) => {
  const { kind, fileName } = (request.body as z.output<typeof addressBody>) ?? {}
  const name = randomUUID()
  const until = now().getTime() + minutes * 60_000
  const token = sealed(key, {
    name,
    until,
    user: request.user.id,
    ...(kind && { kind }),
    ...(fileName && { fileName }),
  })
  return {
    success: true as const,
    uploadURL: `${pathOf(name)}?token=${token}`,
    objectPath: pathOf(name),
    method: 'PUT' as const,
    expiresAt: new Date(until).toISOString(),
  }
}

/** One file and a few small fields. Accepts one byte more than the limit, to detect files that are too large. */
const uploadFields = {
  fileSize: largest + 1,
  files: 1,
  fields: 20,
  fieldSize: 10_000,
  fieldNameSize: 100,
  parts: 21,
  headerPairs: 50,
}

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

const kindFields = z
  .array(fileKind)
  .max(1)
  .transform(([kind]) => kind)

const kindIn = ({ fields }: MultipartFile): FileKind | undefined => {
  const parts = [fields['kind'] ?? []].flat()
  const values = parts.flatMap((part) => (part.type === 'field' ? [part.value] : []))
  const kind = parse(kindFields, values)
  if (kind.ok) return kind.value
  throw new Refused(invalid([{ path: 'kind', message: kind.errors[0]!.message }]))
}

const fileInForm = async (request: FastifyRequest) => {
  const file = await firstFile(request)
  if (!file) throw new Refused(invalid([{ path: 'file', message: required }]))
  return { file, kind: kindIn(file) }
}

const formRoute = (app: App, uploads: Uploads): void => {
  app.post(
    '/api/objects/upload',
    {
      config: { needs: 'edit', example: { kind: 'image', fileName: 'motor.png' } },
      bodyLimit: largest + 1024 * 1024,
      schema: {
        tags: ['objects'],
        summary: 'Få en adresse å laste opp til, eller last opp i et skjema (multipart)',
        description:
          'Uten kropp eller med JSON: svarer med uploadURL, som filen sendes til med PUT innen ti minutter, én gang. Med multipart/form-data: feltet file tas imot med en gang; feltet kind kan si hva det er.',
        consumes: ['application/json', 'multipart/form-data'],
        body: addressBody,
        response: { 200: addressSchema, 201: storedSchema },
      },
    },
    async (request, reply) => {
      if (!request.isMultipart()) return uploadAddress(uploads, request)
      const { file, kind } = await fileInForm(request)
      const stored = await uploads.receiver.receive({
        name: randomUUID(),
        content: file.file,
        contentType: file.mimetype,
        fileName: file.filename || null,
        kind,
        user: request.user.username,
      })
      return reply.code(201).send(uploadAnswer(stored))
    },
  )
}
