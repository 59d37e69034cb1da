import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ListState } from './list-state.ts'

/** The same list until an event changes it, or a release changes how it is shown. */
export const listTag = (version: string, position: bigint): string =>
  `W/"${version.slice(0, 8)}-${position}"`

export const isUnchanged = (request: FastifyRequest, tag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((known) => known.trim() === tag)

type ListHead = {
  readonly tag: string
  /** How many there are in all; left out where nobody has counted. */
  readonly total?: number | undefined
}

/** Of JSON that is written by hand: nobody may keep it without asking whether it is still so. */
export const jsonHeaders = {
  'cache-control': 'private, no-cache',
  'content-type': 'application/json; charset=utf-8',
}

export const listHead = (reply: FastifyReply, { tag, total }: ListHead): FastifyReply =>
  reply.headers({
    etag: tag,
    ...jsonHeaders,
    vary: 'accept-encoding',
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

export type ReadList = {
  readonly before: { readonly state: ListState; readonly total: number | undefined }
  readonly body: string | Readable
}

/** A list, for whoever does not have it as it is; `read` only where all of it is asked for. */
export const sendList = async (
  request: FastifyRequest,
  reply: FastifyReply,
  known: {
    readonly version: string
    readonly state: ListState
    readonly total: number | undefined
  },
  read: () => Promise<ReadList>,
) => {
  const { version, state } = known
  const tag = listTag(version, state.position)
  if (isUnchanged(request, tag)) return listHead(reply, { tag }).code(304).send()
  if (request.method === 'HEAD') return listHead(reply, { tag, total: known.total }).send()
  const { before, body } = await read()
  listHead(reply, { tag: listTag(version, before.state.position), total: before.total })
  return typeof body === 'string'
    ? sendText(request, reply, body)
    : sendStream(request, reply, body)
}
