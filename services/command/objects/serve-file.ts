import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refused } from '../../kernel/refused.ts'
import type { App } from '../../kernel/types.ts'
import { disposition } from './disposition.ts'
import { rangeIn } from './range.ts'
import { isFileName, type FileStore } from './store.ts'
import { fileTypes, type FileType } from './types.ts'

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

const contentType = (type: FileType) =>
  type === 'txt' ? 'text/plain; charset=utf-8' : fileTypes[type].mime

/** Files as they were uploaded: under a name that never gets other content, so they may be kept for ever. */
export const fileRoute = (app: App, store: FileStore): void => {
  const handler = async (
    request: FastifyRequest<{ Params: { name: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const file = await store.find(request.params.name)
    if (!file) throw refused('NOT_FOUND', 'Filen finnes ikke.')
    const { name, type, size, sha256, fileName } = file
    const etag = `"${sha256.slice(0, 32)}"`
    void reply.headers({
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-type': contentType(type),
      'content-disposition': disposition(type, name, fileName),
      'content-security-policy': policyFor(type),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'last-modified': new Date(file.uploadedAt).toUTCString(),
    })
    const known = request.headers['if-none-match']
    if (known?.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim())))
      return reply.code(304).send()

    const condition = request.headers['if-range']
    const asked = condition === undefined || condition === etag ? request.headers.range : undefined
    const range = rangeIn(asked, size)
    if (range === 'unsatisfiable')
      return reply
        .removeHeader('content-disposition')
        .header('content-range', `bytes */${size}`)
        .type('application/json; charset=utf-8')
        .code(416)
        .send({ success: false, error: 'Filen har ikke dette området.', code: 'VALIDATION' })
    const length = range ? range.last - range.first + 1 : size
    void reply.header('content-length', length)
    if (range)
      void reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`)
    if (request.method === 'HEAD') return reply.send()
    return reply.send(await store.read(name, range ?? undefined))
  }

  const schema = {
    tags: ['objects'],
    params,
    produces: Object.values(fileTypes).map(({ mime }) => mime),
  }
  const config = { needs: 'read' } as const
  app.get(
    '/objects/uploads/:name',
    { config, exposeHeadRoute: false, schema: { ...schema, summary: 'Hent en fil' } },
    handler,
  )
  app.head(
    '/objects/uploads/:name',
    { config, schema: { ...schema, summary: 'Egenskapene til en fil' } },
    handler,
  )
}
