import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { roomForBody, type Disk } from '#kernel/disk.ts'
import { successSchema } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { fileInForm, uploadFields } from './upload-form.ts'
import { tooLarge, type Receiver } from './receive.ts'
import { fileRoute } from './serve-file.ts'
import { isFileName, type FileStore, type StoredFile } from './store.ts'
import { opened, sealed } from './token.ts'
import { fileKind, fileKinds, largest, mimeOf } from './types.ts'

const minutes = 10

const askBody = z
  .strictObject({
    kind: fileKind
      .optional()
      .describe('Feltets slag: styrer hvilke typer og størrelser som tas imot'),
    fileName: z.string().max(500).optional(),
  })
  .nullish()

const askedSchema = z.object({
  success: z.literal(true),
  uploadURL: z.string(),
  objectPath: z.string(),
  method: z.literal('PUT'),
  expiresAt: z.iso.datetime(),
})
const storedSchema = successSchema(
  z.object({
    path: z.string(),
    name: z.string(),
    fileName: z.string().nullable(),
    contentType: z.string(),
    size: z.int(),
  }),
)

const pathOf = (name: string): string => `/objects/uploads/${name}`

const answer = ({ name, fileName, type, size }: StoredFile) => ({
  success: true as const,
  objectPath: pathOf(name),
  data: { path: pathOf(name), name, fileName, contentType: mimeOf(type), size },
})

type Uploads = {
  readonly store: FileStore
  readonly receiver: Receiver
  readonly key: Buffer
  readonly disk: Disk
  readonly now: () => Date
}

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
    // The body is the file, whatever it is called: it goes by as a stream.
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    putRoute(app, uploads)
  })
}

const uploadAddress = ({ key, now }: Uploads, request: FastifyRequest) => {
  const { kind, fileName } = (request.body as z.output<typeof askBody>) ?? {}
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
        body: askBody,
        response: { 200: askedSchema, 201: storedSchema },
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
      return reply.code(201).send(answer(stored))
    },
  )
}

const putRoute = (app: App, { store, receiver, key, now }: Uploads): void => {
  const underWay = new Set<string>()

  /** One upload at a time to a name, and none after the first that came through. */
  const once = async (name: string, receive: () => Promise<StoredFile>): Promise<StoredFile> => {
    if (underWay.has(name)) throw refused('CONFLICT', 'Filen er allerede under opplasting.')
    underWay.add(name)
    try {
      if (await store.find(name)) throw refused('CONFLICT', 'Opplastingslenken er allerede brukt.')
      return await receive()
    } finally {
      underWay.delete(name)
    }
  }

  app.put(
    '/objects/uploads/:name',
    {
      config: { needs: 'edit' },
      bodyLimit: largest,
      schema: {
        tags: ['objects'],
        summary: 'Last opp filen til adressen som POST /api/objects/upload ga',
        consumes: ['*/*'],
        params: z.object({ name: z.string().refine(isFileName) }),
        querystring: z.object({ token: z.string().max(2_000).default('') }),
        response: { 200: storedSchema },
      },
    },
    async (request) => {
      const claims = opened(key, request.query.token, now().getTime())
      const { name } = request.params
      if (!claims || claims.name !== name || claims.user !== request.user.id)
        throw refused('FORBIDDEN', 'Opplastingslenken er ugyldig eller utløpt.')
      // Said beforehand, it need not be sent first to be refused.
      const most = claims.kind ? fileKinds[claims.kind].most : largest
      if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge(most)
      const stored = await once(name, () =>
        receiver.receive({
          name,
          content: request.body instanceof Readable ? request.body : Readable.from([]),
          contentType: request.headers['content-type'] ?? '',
          fileName: claims.fileName ?? null,
          kind: claims.kind,
          user: request.user.username,
        }),
      )
      return answer(stored)
    },
  )
}
