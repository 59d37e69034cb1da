import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { positionHeader } from '#contracts/answers.ts'
import type { Position } from '#contracts/event-log.ts'

export const hasKey = ({ 'idempotency-key': key }: IncomingHttpHeaders): boolean =>
  key !== undefined && key !== ''

export const positionOf = (request: FastifyRequest): Position | null => {
  const text = request.headers[positionHeader]
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? BigInt(text) : null
}

export const setPosition = (reply: FastifyReply, position: Position | null): void => {
  if (position !== null) void reply.header(positionHeader, position.toString())
}

/** Content-Disposition by RFC 6266, without what some system does not take in the name of a file. */
export const dispositionOf = (
  fileName: string,
  mode: 'attachment' | 'inline' = 'attachment',
): string => {
  const name = fileName.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-')
  const plain = name.replaceAll(/[^\x20-\x7e]|%/gu, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${mode}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

export const etagOf = (revision: bigint | number): string => `"${revision}"`

const entityTag = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`
/** RFC 9110: `*` or a list of entity tags, in which empty elements are passed over. */
export const ifMatchForm = new RegExp(
  String.raw`^(?:\*|[\s,]*${entityTag}(?:\s*,[\s,]*${entityTag})*[\s,]*)$`,
)

// Null if the header is missing or `*`. Proxies may weaken a tag (W/). An unknown tag matches nothing.
export const ifMatchOf = (request: FastifyRequest): readonly bigint[] | null => {
  const text = request.headers['if-match']?.trim()
  if (text === undefined || text === '*') return null
  return [...text.matchAll(/"([^"]*)"/g)]
    .map(([, tag]) => tag!)
    .filter((tag) => /^\d{1,18}$/.test(tag))
    .map(BigInt)
}
