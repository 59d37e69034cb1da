import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '../store/database.ts'
import { role } from './accounts.ts'

const listed = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  role,
  active: z.boolean(),
  totp: z.boolean(),
  hasPassword: z.boolean(),
  oidc: z.boolean(),
  invitedUntil: z.string().nullable(),
  lockedUntil: z.string().nullable(),
  sessions: z.number(),
  createdAt: z.string(),
  lastLoginAt: z.string().nullable(),
})
export type ListedAccount = z.output<typeof listed>

/** Accounts as an administrator sees them, by name; or one of them. */
export const listAccounts = (
  db: Database,
  now: Date,
  only: string | null,
): Promise<readonly ListedAccount[]> => {
  const at = sql.timestamp(now)
  return db.any(sql.type(listed)`
    select a.id, a.username, a.name, a.role, a.active, a.totp_secret is not null as totp,
      a.password_hash is not null as "hasPassword", a.oidc_subject is not null as oidc,
      (select c.expires_at from access.codes c where c.account_id = a.id and c.expires_at > ${at})
        as "invitedUntil",
      (select max(t.blocked_until) from access.throttle t
        where (t.key in ('account:' || a.username_key, 'code:' || a.username_key)
            or starts_with(t.key, 'pair:' || a.username_key || '|')
            or starts_with(t.key, 'device:' || a.username_key || '|'))
          and t.blocked_until > ${at}) as "lockedUntil",
      (select count(*)::int from access.sessions s where s.account_id = a.id and s.expires_at > ${at})
        as sessions,
      a.created_at as "createdAt", a.last_login_at as "lastLoginAt"
    from access.accounts a where ${only}::uuid is null or a.id = ${only}::uuid
    order by lower(a.name), a.id`)
}
