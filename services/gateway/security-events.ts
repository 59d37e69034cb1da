import type { FastifyRequest } from 'fastify'
import type { Access } from '#access/access.ts'
import type { SecurityEvent } from '#access/security-log/security-events.ts'
import { entities } from '#contracts/catalogue/index.ts'
import { holdsPersonal } from '#contracts/entity.ts'
import { nobody } from '#access/security-log/security-log.ts'
import type { Session } from '#access/sessions/sessions.ts'
import { visitorOf } from '#access/store/visitor.ts'

export type Note = (request: FastifyRequest, event: SecurityEvent, session: Session | null) => void

export const createSecurityNote =
  ({ log }: Access): Note =>
  (request, event, session) => {
    const path = request.url.split('?')[0]!
    log
      .write(event, session?.user ?? nobody, visitorOf(request), { method: request.method, path })
      .catch((error: unknown) => request.log.error({ err: error }, 'security log not written'))
  }

const personal = entities.filter(holdsPersonal).map(({ name }) => name)
const erased = new RegExp(`^/api/(${personal.join('|')})/[^/]+/contact$`)
const isErasure = (method: string, path: string): boolean =>
  method === 'DELETE' && erased.test(path)

export const securityEventOf = (
  method: string,
  url: string,
  status: number,
  isAttachment: boolean,
): SecurityEvent | null => {
  if (status === 403) return 'authz_fail'
  if (status !== 200) return null
  // The services decode it too: %6A is a j.
  const path = decodeURI(url.split('?')[0]!)
  if (isErasure(method, path)) return 'data_erased'
  if (path === '/api/journal') return 'journal_opened'
  if (path === '/api/journal/export') return 'journal_exported'
  // A template contains no data.
  return isAttachment && !path.endsWith('/template') ? 'data_export' : null
}
