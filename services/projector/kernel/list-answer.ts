import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PointInTime } from './as-of.ts'
import { listState } from './list-state.ts'
import type { QueryContext } from './queries.ts'

/** Of a list before it is read: changes with an event of the list, a new day or a new release. */
export const entityTag = async (
  { pool, version }: Pick<QueryContext, 'pool' | 'version'>,
  list: string,
  then: PointInTime | null,
  /** Further parts of the entity tag. */
  also: readonly string[] = [],
): Promise<string | undefined> => {
  if (then !== null) return undefined
  const { position, day } = await listState(pool, list)
  return `W/"${[version.slice(0, 8), position, day, ...also].join('-')}"`
}

const isUnchanged = (request: FastifyRequest, tag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((known) => known.trim() === tag)

/** Clients must revalidate their copies. */
export const jsonHeaders = {
  'cache-control': 'private, no-cache',
  'content-type': 'application/json; charset=utf-8',
}

const headOf = (reply: FastifyReply, tag?: string, total?: number): FastifyReply =>
  reply.headers({
    ...jsonHeaders,
    ...(tag !== undefined && { etag: tag }),
    vary: 'accept-encoding',
    ...(total !== undefined && { 'x-total-count': String(total) }),
  })

const takesGzip = ({ headers }: FastifyRequest) =>
  /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i.test(
    String(headers['accept-encoding'] ?? ''),
  )

/** The fastest level already shrinks lists to a tenth. */
const quick = { level: 1 }
const pack = promisify(gzip)

/** Compresses if the client accepts gzip. */
export const sendPacked = async (
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Readable,
) => {
  void reply.header('vary', 'accept-encoding')
  if (!takesGzip(request)) return reply.send(body)
  void reply.header('content-encoding', 'gzip')
  if (typeof body === 'string') return reply.send(await pack(body, quick))
  return reply.send(pipeline(body, createGzip(quick), () => undefined))
}

type Known = {
  readonly tag: string | undefined
  /** Of a list, for HEAD. */
  readonly total?: () => Promise<number>
}

/** `total` and `body` are of one moment. */
export type Read = { readonly body: string | Readable; readonly total?: number }

/** Sends JSON, or 304. The entity tag is read before the rows, so that it is never newer than they are. */
export const sendTagged = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, total }: Known,
  read: () => Promise<Read>,
) => {
  if (tag !== undefined && isUnchanged(request, tag)) return headOf(reply, tag).code(304).send()
  if (request.method === 'HEAD') return headOf(reply, tag, await total?.()).send()
  const found = await read()
  headOf(reply, tag, found.total)
  return sendPacked(request, reply, found.body)
}
