import { pipeline, Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { onlyWhole } from './damage.ts'
import { isFileName, type ByteRange, type FileStore, type Found, type StoredFile } from './store.ts'
import { fileTypes, mimeOf, type FileType } from './types.ts'

const params = z.object({
  name: z
    .string()
    .refine(isFileName)
    .meta({ examples: ['00000000-0000-4000-8000-000000000000'] }),
})

/**
 * What a file may do in the browser: nothing. A PDF is without `sandbox`: browsers show it in a viewer with
 * an origin of its own, so nothing is won, and Safari's leaves some files blank (docs/security.md).
 */
const policyFor = (type: FileType) =>
  type === 'pdf'
    ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    : "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const inline: readonly FileType[] = ['png', 'jpg', 'gif', 'webp', 'pdf']

const percent = (text: string) =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Content-Disposition by RFC 6266: only pictures and PDF open in the browser. */
const disposition = (type: FileType, name: string, fileName: string | null): string => {
  const shown = fileName ?? `${name}.${type}`
  const ascii = shown.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const mode = inline.includes(type) ? 'inline' : 'attachment'
  return `${mode}; filename="${ascii}"; filename*=UTF-8''${percent(shown)}`
}

const contentType = (type: FileType) =>
  type === 'txt' ? 'text/plain; charset=utf-8' : mimeOf(type)

const etagOf = ({ sha256 }: StoredFile) => `"${sha256.slice(0, 32)}"`

const headersOf = (file: StoredFile) => ({
  etag: etagOf(file),
  'accept-ranges': 'bytes',
  'cache-control': 'private, max-age=31536000, immutable',
  'content-type': contentType(file.type),
  'content-disposition': disposition(file.type, file.name, file.fileName),
  'content-security-policy': policyFor(file.type),
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'last-modified': new Date(file.uploadedAt).toUTCString(),
})

const isKnown = (request: FastifyRequest, etag: string): boolean =>
  request.headers['if-none-match']
    ?.split(',')
    .some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim())) ?? false

/** The one range of a Range header; null if there is none that counts, 'unsatisfiable' if it lies outside. */
const rangeIn = (header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' => {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (first >= size) return 'unsatisfiable'
  return last < first ? null : { first, last }
}

/** Breaks off where so many bytes were promised and fewer come, instead of leaving the reader waiting. */
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

const serveFile =
  (store: FileStore, mustBeWhole: (found: Found) => Promise<void>) =>
  async (
    request: FastifyRequest<{ Params: { name: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const found = await store.find(request.params.name)
    if (!found) throw refused('NOT_FOUND', 'Filen finnes ikke.')
    const { file } = found
    const etag = etagOf(file)
    if (isKnown(request, etag)) return reply.headers(headersOf(file)).code(304).send()

    await mustBeWhole(found)
    void reply.headers(headersOf(file))
    const condition = request.headers['if-range']
    const isSame = condition === undefined || condition === etag
    const range = isSame ? rangeIn(request.headers.range, file.size) : null
    if (range === 'unsatisfiable') return refuseRange(reply, file.size)
    const length = range ? range.last - range.first + 1 : file.size
    void reply.header('content-length', length)
    if (range)
      void reply
        .code(206)
        .header('content-range', `bytes ${range.first}-${range.last}/${file.size}`)
    if (request.method === 'HEAD') return reply.send()
    const content = await store.read(file.name, range ?? undefined)
    // Errors are the reply's, which reads the end of it and tells the log.
    return reply.send(pipeline(content, exactly(length), () => undefined))
  }

/** Files as they were uploaded: under a name that never gets other content, so they may be kept for ever. */
export const fileRoute = (app: App, store: FileStore): void => {
  const handler = serveFile(store, onlyWhole(store))
  const produces = Object.values(fileTypes).map(([mime]) => mime)
  const summaries = { GET: 'Hent en fil', HEAD: 'Egenskapene til en fil' }
  for (const method of ['GET', 'HEAD'] as const)
    app.route({
      method,
      url: '/objects/uploads/:name',
      config: { needs: 'read' },
      exposeHeadRoute: false,
      schema: { tags: ['objects'], params, produces, summary: summaries[method] },
      handler,
    })
}
