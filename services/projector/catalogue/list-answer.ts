import type { FastifyReply, FastifyRequest } from 'fastify'
import { may } from '#contracts/access.ts'
import { refused } from '../../kernel/refused.ts'

/** The same list until an event changes it, or a release changes how it is shown. */
export const listTag = (version: string, position: bigint): string =>
  `W/"${version.slice(0, 8)}-${position}"`

export const isUnchanged = (request: FastifyRequest, tag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((known) => known.trim() === tag)

/** Prices of the past are for those who may see the history of prices. */
export const allowPast = ({ user }: FastifyRequest, at: string | undefined): void => {
  if (at !== undefined && !may(user.role, 'history')) throw refused('FORBIDDEN')
}

export const sendList = (
  reply: FastifyReply,
  { tag, total }: { readonly tag: string; readonly total?: number },
) =>
  reply.headers({
    etag: tag,
    'cache-control': 'private, no-cache',
    'content-type': 'application/json; charset=utf-8',
    ...(total !== undefined && { 'x-total-count': String(total) }),
  })
