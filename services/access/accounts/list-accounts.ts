import { sql } from 'slonik'
import { listedAccount, type ListedAccount } from '#contracts/access-answers.ts'
import type { Database } from '../store/database.ts'

export const listAccounts = (
  db: Database,
  now: Date,
  only: string | null,
): Promise<readonly ListedAccount[]> => {
  const at = sql.timestamp(now)
  return db.any(sql.type(listedAccount)`
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
