import { pipeline, Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ifNoneMatch } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { onlyIntact } from './damage.ts'
import { isFileName, type ByteRange, type FileStore, type Found, type StoredFile } from './store.ts'
import { etagOf, headersOf, smallHeaders } from './file-headers.ts'
import { createThumbnails } from './thumbnails.ts'
import { fileTypes } from './types.ts'

const params = z.object({
  name: z
    .string()
    .refine(isFileName)
    .meta({ examples: ['00000000-0000-4000-8000-000000000000'] }),
})

const query = z.object({
  size: z
    .enum(['small'])
    .optional()
    .describe('Av bilder: så stort som lister og kort viser dem, som WebP; ellers filen som den er')
    .meta({ examples: ['small'] }),
})

const headers = ifNoneMatch.extend({
  range: z.string().optional().describe('Svarer 206 med denne delen: `bytes=0-99`'),
  'if-range': z.string().optional().describe('Bare delen hvis ETag er den samme, ellers alt'),
})

const isKnown = (request: FastifyRequest, etag: string): boolean =>
  request.headers['if-none-match']
    ?.split(',')
    .some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim())) ?? false

/** The range of a Range header; null if absent or ignored, 'unsatisfiable' if outside the file. */
const rangeIn = (header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' => {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (first >= size) return 'unsatisfiable'
  return last < first ? null : { first, last }
}

/** Fails if fewer bytes come than promised, so that the client does not wait. */
const exactly = (length: number): Transform => {
  let left = length
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      left -= chunk.length
      done(null, chunk)
    },
    flush: (done) => done(left === 0 ? null : new Error(`The file ended ${left} bytes early`)),
  })
}

const refuseRange = (reply: FastifyReply, size: number) =>
  reply
    .removeHeader('content-disposition')
    .header('content-range', `bytes */${size}`)
    .type('application/json; charset=utf-8')
    .code(416)
    .send({ success: false, error: 'Filen har ikke dette området.', code: 'VALIDATION' })

type FileRequest = FastifyRequest<{
  Params: z.output<typeof params>
  Querystring: z.output<typeof query>
}>

/** All of it, or the range that was asked for, unless the client has another version. */
const sendContent = async (
  store: FileStore,
  file: StoredFile,
  { method, headers }: FileRequest,
  reply: FastifyReply,
) => {
  void reply.headers(headersOf(file))
  const condition = headers['if-range']
  const isSame = condition === undefined || condition === etagOf(file)
  const range = isSame ? rangeIn(headers.range, file.size) : null
  if (range === 'unsatisfiable') return refuseRange(reply, file.size)
  const length = range ? range.last - range.first + 1 : file.size
  void reply.header('content-length', length)
  if (range)
    void reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${file.size}`)
  if (method === 'HEAD') return reply.send()
  const content = await store.read(file.name, range ?? undefined)
  // The reply reports errors of its stream.
  return reply.send(pipeline(content, exactly(length), () => undefined))
}

const serveFile = (store: FileStore, mustBeWhole: (found: Found) => Promise<void>) => {
  const thumbnailOf = createThumbnails(store)
  return async (request: FileRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const found = await store.find(request.params.name)
    if (!found) throw refused('NOT_FOUND', 'Filen finnes ikke.')
    const { file } = found
    const isSmall = request.query.size === 'small'
    const sent = [...(isSmall ? [smallHeaders(file)] : []), headersOf(file)]
    const known = sent.find(({ etag }) => isKnown(request, etag))
    if (known) return reply.headers(known).code(304).send()

    await mustBeWhole(found)
    const picture =
      isSmall && (await thumbnailOf(file, (err) => request.log.warn({ err }, 'no thumbnail')))
    return picture
      ? reply.headers(smallHeaders(file)).send(picture)
      : sendContent(store, file, request, reply)
  }
}

/** Serves uploaded files. A name never gets other content, so clients may cache forever. */
export const fileRoute = (app: App, store: FileStore): void => {
  const handler = serveFile(store, onlyIntact(store))
  const produces = Object.values(fileTypes).map(([mime]) => mime)
  const summaries = { GET: 'Hent en fil', HEAD: 'Egenskapene til en fil' }
  for (const method of ['GET', 'HEAD'] as const)
    app.route({
      method,
      url: '/objects/uploads/:name',
      config: { needs: 'read' },
      exposeHeadRoute: false,
      schema: {
        tags: ['objects'],
        params,
        querystring: query,
        headers,
        produces,
        summary: summaries[method],
      },
      handler,
    })
}
