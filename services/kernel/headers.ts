import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { positionHeader } from '#contracts/answers.ts'
import type { Position } from '#contracts/event-log.ts'

export const hasKey = ({ 'idempotency-key': key }: IncomingHttpHeaders): boolean =>
  key !== undefined && key !== ''

/** The position that the caller has seen, from the header the gateway passes on. Nonsense is no position. */
export const positionOf = (request: FastifyRequest): Position | null => {
  const text = request.headers[positionHeader]
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? BigInt(text) : null
}

export const setPosition = (reply: FastifyReply, position: Position | null): void => {
  if (position !== null) void reply.header(positionHeader, position.toString())
}

export const etagOf = (revision: bigint | number): string => `"${revision}"`

/**
 * The revisions that If-Match accepts, null when it was not sent or accepts any. A tag that a proxy
 * weakened counts, one that is none of ours matches nothing.
 */
export const ifMatchOf = (request: FastifyRequest): readonly bigint[] | null => {
  const text = request.headers['if-match']?.trim()
  if (text === undefined || text === '*') return null
  return text
    .split(',')
    .map((tag) => /^(?:W\/)?"(\d{1,18})"$/.exec(tag.trim())?.[1])
    .filter((revision) => revision !== undefined)
    .map(BigInt)
}
