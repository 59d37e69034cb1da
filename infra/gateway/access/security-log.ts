import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from './database.ts'
import type { Visitor } from './visitor.ts'

/** What is noted, and what staff call it. Names follow the OWASP logging vocabulary. */
export const securityEvents = {
  authn_login_success: 'Innlogging',
  authn_login_fail: 'Mislykket innlogging',
  authn_login_lock: 'Innlogging stanset etter for mange forsøk',
  authn_logout: 'Utlogging',
  authn_password_change: 'Passord endret',
  authn_code_used: 'Engangslenke brukt',
  authn_totp_on: 'Engangskode slått på',
  authn_totp_off: 'Engangskode slått av',
  authz_fail: 'Avvist: manglende tilgang',
  authz_origin: 'Avvist: forespørsel fra et annet nettsted',
  session_ended: 'Økt avsluttet',
  user_created: 'Bruker opprettet',
  user_changed: 'Bruker endret',
  user_role_changed: 'Rolle endret',
  user_deactivated: 'Bruker deaktivert',
  user_activated: 'Bruker aktivert',
  user_reset: 'Passord nullstilt',
  user_unlocked: 'Konto låst opp',
  key_rotated: 'Nøkkel byttet',
  data_export: 'Data hentet ut som fil',
  data_erased: 'Personopplysninger slettet',
} as const

export type SecurityEvent = keyof typeof securityEvents

const entry = z.object({
  id: z.bigint().transform(Number),
  at: z.string(),
  event: z.string(),
  username: z.string(),
  address: z.string(),
  browser: z.string(),
  details: z.record(z.string(), z.unknown()),
})

export type Who = { readonly accountId: string | null; readonly username: string }
export type Details = Readonly<Record<string, string | number | boolean | null>>

export type SecurityLog = ReturnType<typeof securityLog>

type Filter = {
  readonly before?: number | undefined
  readonly limit: number
  readonly event?: string | undefined
  readonly user?: string | undefined
}

export const securityLog = (db: Database, now: () => Date) => ({
  write: async (
    event: SecurityEvent,
    { accountId, username }: Who,
    { address, browser }: Visitor,
    details: Details = {},
  ): Promise<void> => {
    await db.query(sql.unsafe`
      insert into access.security_log (at, event, account_id, username, address, browser, details)
      values (${sql.timestamp(now())}, ${event}, ${accountId}, ${username.slice(0, 200)}, ${address},
        ${browser}, ${sql.jsonb(details)})`)
  },

  read: async ({ before, limit, event, user }: Filter) => {
    const conditions = [
      before === undefined ? null : sql.fragment`id < ${before}`,
      event === undefined ? null : sql.fragment`event = ${event}`,
      user === undefined ? null : sql.fragment`lower(username) = lower(${user})`,
    ].filter((condition) => condition !== null)
    const where = sql.join([sql.fragment`true`, ...conditions], sql.fragment` and `)
    const rows = await db.any(sql.type(entry)`
      select id, at, event, username, address, browser, details
      from access.security_log where ${where} order by id desc limit ${limit + 1}`)
    const data = rows.slice(0, limit)
    return { data, next: rows.length > limit ? data.at(-1)!.id : null }
  },

  /** After five years nobody has a reason to keep them. */
  forgetOld: async (): Promise<void> => {
    await db.query(sql.unsafe`
      delete from access.security_log where at < ${sql.timestamp(now())} - interval '5 years'`)
  },
})
