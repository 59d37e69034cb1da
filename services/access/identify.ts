import type { FastifyRequest } from 'fastify'
import { changesPath } from '#contracts/change-stream.ts'
import type { Access } from './access.ts'
import { visitorOf } from './store/visitor.ts'
import { tokenOf } from './tokens/tokens.ts'
import { sidOf } from './sessions/cookies.ts'
import type { Session } from './sessions/sessions.ts'

/** A waiting page reconnects by itself, so that must not keep an unused session alive. */
const isUse = ({ url }: FastifyRequest): boolean => url.split('?')[0] !== changesPath

/** A token takes precedence over the cookie. */
export const identify = async (
  { sessions, tokens }: Pick<Access, 'sessions' | 'tokens'>,
  request: FastifyRequest,
): Promise<Session | null> => {
  const token = tokenOf(request)
  if (token !== undefined) return tokens.find(token, visitorOf(request))
  const sid = sidOf(request)
  return sid === undefined ? null : sessions.find(sid, isUse(request))
}
