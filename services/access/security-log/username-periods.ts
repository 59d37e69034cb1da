import { sql } from 'slonik'
import { usernamePeriod, type UsernamePeriod } from '#contracts/access-answers.ts'
import type { Database } from '../store/database.ts'

/** A name belongs to an account from its first logged action until a renaming, or an entry of another account. */
const sightings = sql.fragment`
  select username, account_id, at, id from access.security_log where account_id is not null
  union all
  -- Older releases logged only the new name of a renaming.
  select details ->> 'user', null, at, id from access.security_log
  where event in ('user_created', 'user_changed', 'user_role_changed') and details ? 'user'
  union all
  select details ->> 'from', null, at, id from access.security_log
  where event = 'user_changed' and details ? 'from'
  union all
  -- Current names: since when is unknown before the first logged action.
  select username, id, now(), ${String(2n ** 63n - 1n)}::bigint from access.accounts`

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
