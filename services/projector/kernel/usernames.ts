import { sql, type IdentifierSqlToken } from 'slonik'
import { z } from 'zod'
import { usernamePeriod, type UsernamePeriod } from '#contracts/access-answers.ts'
import type { HistoryItem } from '#contracts/history.ts'
import { json, type Fragment } from './sql.ts'

const keptFor = 60_000
const timeout = 1_000

const answer = z.object({ data: z.array(usernamePeriod) })

type Options = {
  /** Address of the gateway. Without it no names are known. */
  readonly gateway: string | undefined
  readonly token: string
  readonly report: (error: unknown, facts: object, message: string) => void
}

/**
 * The owners of user names over time, for old events without an account id. Uses the gateway's last answer if it is
 * unreachable.
 */
export type Usernames = () => Promise<readonly UsernamePeriod[]>

export const askUsernames = ({ gateway, token, report }: Options): Usernames => {
  if (gateway === undefined) return async () => []
  let known: ReturnType<Usernames> = Promise.resolve([])
  let askedAt = -Infinity

  const ask = async () => {
    const response = await fetch(new URL('/internal/usernames', gateway), {
      headers: { 'x-internal-token': token },
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) throw new Error(`The gateway answers ${response.status}`)
    return answer.parse(await response.json()).data
  }
  return () => {
    if (performance.now() - askedAt < keptFor) return known
    askedAt = performance.now()
    const before = known
    known = ask().catch((error: unknown) => {
      report(error, {}, 'old events are shown without their accounts')
      return before
    })
    return known
  }
}

const had = (periods: readonly UsernamePeriod[]) => sql.fragment`
  json_to_recordset(${json(periods)}) as had (
    username text, "accountId" text, since timestamptz, until timestamptz)`

/** The account id of a row with `user_id`, `user_name` and `at`; null if unknown. */
export const accountOf = (row: IdentifierSqlToken, periods: readonly UsernamePeriod[]): Fragment =>
  sql.fragment`coalesce(${row}.user_id, (
    select "accountId" from ${had(periods)}
    where username = ${row}.user_name
      and ${row}.at >= since and (until is null or ${row}.at < until)
    limit 1))`

export const nameNow = (
  account: Fragment,
  name: Fragment,
  periods: readonly UsernamePeriod[],
): Fragment =>
  sql.fragment`(
    select username from ${had(periods)}
    where "accountId" = ${account} and until is null and username <> ${name}
    limit 1)`

export const withNameNow = (
  user: HistoryItem['user'],
  periods: readonly UsernamePeriod[],
): HistoryItem['user'] => {
  const current = periods.find(({ accountId, until }) => accountId === user.id && until === null)
  return current === undefined || current.username === user.name
    ? user
    : { ...user, now: current.username }
}
