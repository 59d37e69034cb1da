import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeptList } from '../kernel/list-cache.ts'

/** The same list until an event changes it, or a release changes how it is shown. */
export const listTag = (version: string, position: bigint): string =>
  `W/"${version.slice(0, 8)}-${position}"`

export const isUnchanged = (request: FastifyRequest, tag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((known) => known.trim() === tag)

export type ListHead = {
  readonly tag: string
  /** How many there are in all; left out where nobody has counted. */
  readonly total?: number | undefined
}

export const listHead = (reply: FastifyReply, { tag, total }: ListHead): FastifyReply =>
  reply.headers({
    etag: tag,
    vary: 'accept-encoding',
    'cache-control': 'private, no-cache',
    'content-type': 'application/json; charset=utf-8',
    ...(total !== undefined && { 'x-total-count': String(total) }),
  })

const takesGzip = ({ headers }: FastifyRequest) =>
  /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i.test(
    String(headers['accept-encoding'] ?? ''),
  )

/** Lists shrink to a tenth. The quickest level: whoever waits, waits for this too. */
const quick = { level: 1 }

const pack = promisify(gzip)

/** Sends what has been read, packed if the client can unpack it. */
export const sendText = async (
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
) =>
  takesGzip(request)
    ? reply.header('content-encoding', 'gzip').send(await pack(body, quick))
    : reply.send(body)

/** Sends what is read, packed if the client can unpack it. */
export const sendStream = (request: FastifyRequest, reply: FastifyReply, body: Readable) => {
  void reply.header('vary', 'accept-encoding')
  if (!takesGzip(request)) return reply.send(body)
  const packed = createGzip(quick)
  body.once('error', (error) => packed.destroy(error))
  packed.once('close', () => body.destroy())
  return reply.header('content-encoding', 'gzip').send(body.pipe(packed))
}

export const sendKept = async (request: FastifyRequest, reply: FastifyReply, list: KeptList) =>
  takesGzip(request)
    ? reply.header('content-encoding', 'gzip').send(await list.packed())
    : reply.send(list.body)
