import { z } from 'zod'
import { roles, type Permission } from '#contracts/access.ts'
import {
  invitation,
  listedAccount,
  listedSession,
  listedToken,
  listedView,
  logEntry,
  ownAccount,
  role,
  savedView,
  totpSecret,
} from '#contracts/access-answers.ts'

const permission = z.enum(roles.administrator.may satisfies readonly Permission[])
const session = z
  .object({
    user: z.object({
      id: z.string(),
      username: z.string(),
      name: z.string(),
      role,
      token: z.string().optional().describe('API-nøkkelens navn'),
    }),
    permissions: z.array(permission),
    expiresAt: z.iso.datetime(),
    mustSetUpTotp: z.boolean(),
  })
  .meta({ id: 'Session' })

const listed = listedSession.extend({ current: z.boolean() })
const newToken = listedToken.extend({ token: z.string().describe('Vises bare denne ene gangen') })
const ended = z.object({ ended: z.int() })
const gone = z.object({ id: z.string() })

const users = '/api/access/users'
/** Schemas of `data` in the answers of the gateway's own calls. */
export const answers: Readonly<Record<string, z.ZodType>> = {
  'POST /api/session': session,
  'GET /api/session': session,
  'PUT /api/access/code': session,
  'PUT /api/access/account/password': session,
  'GET /api/access/account': ownAccount,
  'PUT /api/access/account/totp': ownAccount,
  'DELETE /api/access/account/totp': ownAccount,
  'POST /api/access/account/totp': totpSecret,
  'GET /api/access/account/sessions': z.array(listed),
  'DELETE /api/access/account/sessions': ended,
  'DELETE /api/access/account/sessions/{id}': gone,
  'GET /api/access/tokens': z.array(listedToken),
  'POST /api/access/tokens': newToken,
  'DELETE /api/access/tokens/{tokenId}': gone,
  [`GET ${users}`]: z.array(listedAccount),
  [`POST ${users}`]: invitation,
  [`PUT ${users}/{id}`]: listedAccount,
  [`POST ${users}/{id}/reset`]: invitation,
  [`POST ${users}/{id}/deactivate`]: listedAccount,
  [`POST ${users}/{id}/activate`]: listedAccount,
  [`POST ${users}/{id}/unlock`]: listedAccount,
  [`GET ${users}/{id}/sessions`]: z.array(listed),
  [`DELETE ${users}/{id}/sessions`]: ended,
  [`DELETE ${users}/{id}/sessions/{sessionId}`]: gone,
  [`GET ${users}/{id}/tokens`]: z.array(listedToken),
  [`POST ${users}/{id}/tokens`]: newToken,
  [`DELETE ${users}/{id}/tokens/{tokenId}`]: gone,
  'GET /api/access/views': z.array(listedView),
  'POST /api/access/views': savedView,
  'PUT /api/access/views/{id}': savedView,
  'DELETE /api/access/views/{id}': gone,
  'GET /api/access/security-log': z.array(logEntry),
  'GET /api/access/security-log/events': z.array(
    z.object({ event: z.string(), label: z.string() }),
  ),
  'GET /api/health': z.object({ ready: z.literal(true) }),
}

/** Fields of an answer beside `data`, by call. */
export const fieldsBeside: Readonly<Record<string, z.ZodRawShape>> = {
  'GET /api/access/security-log': { next: z.int().nullable().describe('`before` for eldre') },
}
