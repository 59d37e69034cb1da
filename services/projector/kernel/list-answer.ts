import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PointInTime } from './as-of.ts'
import { listState } from './list-state.ts'
import type { QueryContext } from './queries.ts'

/** State of a list before it is read. Its entity tag changes with an event of the list, a new day or a new release. */
export const listKnown = async (
  { pool, version }: Pick<QueryContext, 'pool' | 'version'>,
  list: string,
  then: PointInTime | null,
  /** Further parts of the entity tag. */
  also: readonly string[] = [],
): Promise<{ readonly tag?: string; readonly count?: number }> => {
  if (then !== null) return {}
  const { position, day, count } = await listState(pool, list)
  return { tag: `W/"${[version.slice(0, 8), position, day, ...also].join('-')}"`, count }
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
  readonly tag?: string | undefined
  readonly total?: () => number | Promise<number>
}

/** Sends JSON, or 304. The entity tag is read before the rows, so that it is never newer than they are. */
export const sendTagged = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, total }: Known,
  read: () => Promise<string | Readable>,
) => {
  if (tag !== undefined && isUnchanged(request, tag)) return headOf(reply, tag).code(304).send()
  headOf(reply, tag, await total?.())
  return request.method === 'HEAD' ? reply.send() : sendPacked(request, reply, await read())
}
