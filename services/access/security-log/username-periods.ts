import { sql } from 'slonik'
import { usernamePeriod, type UsernamePeriod } from '#contracts/access-answers.ts'
import type { Database } from '../store/database.ts'

/** An account had the name when the log says that it did something, and until the log says that a name was changed. */
const sightings = sql.fragment`
  select username, account_id, at, id from access.security_log where account_id is not null
  union all
  -- Until both names were noted of a renaming, only the new one was, and not as such.
  select details ->> 'user', null, at, id from access.security_log
  where event in ('user_created', 'user_changed', 'user_role_changed') and details ? 'user'
  union all
  select details ->> 'from', null, at, id from access.security_log
  where event = 'user_changed' and details ? 'from'
  union all
  -- Since when is not known before they have done something.
  select username, id, now(), ${String(2n ** 63n - 1n)}::bigint from access.accounts`

/** Who had a user name when, as far as the security log can tell. */
export const usernamePeriods = (db: Database): Promise<readonly UsernamePeriod[]> =>
  db.any(sql.type(usernamePeriod)`
    with turn as (
      select *, lag(account_id) over names is distinct from account_id as begins
      from (${sightings}) sightings window names as (partition by username order by id, account_id)
    ), period as (
      select username, account_id, at as since,
        lead(at) over (partition by username order by id, account_id) as until
      from turn where begins
    )
    select username, account_id as "accountId", since, until from period
    where account_id is not null and until is distinct from since
    order by since, username`)
