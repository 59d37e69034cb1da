import { test } from 'tap'
import { client } from '#gateway/testing/client.ts'
import { internalToken, startTestGateway } from '#gateway/testing/test-gateway.ts'
import { minutes, move } from '#gateway/testing/accounts.ts'
import type { SecurityEvent } from './security-events.ts'

const visitor = { address: '10.0.0.1', browser: 'Firefox på Linux' }
const [anne, bo, admin] = [1, 2, 3].map((n) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  username: ['nattjobb', 'leser', 'admin'][n - 1]!,
})) as [Who, Who, Who]
type Who = { readonly id: string; readonly username: string }

test('the log knows whose a user name was, or that it cannot know', async (t) => {
  const gateway = await startTestGateway(t)
  const start = gateway.clock.now
  const row = async (event: SecurityEvent, who: Who, details = {}) => {
    move(gateway, minutes)
    await gateway.access.log.write(event, who, visitor, details)
  }
  const logIn = (who: Who, username = who.username) =>
    row('authn_login_success', { ...who, username })
  await logIn(anne)
  await logIn(bo)
  await logIn(anne)
  // Older releases wrote only the new name.
  await row('user_changed', admin, { user: 'per.hansen' })
  await row('user_changed', admin, { user: 'nattjobb' })
  await logIn(bo, 'nattjobb')
  await logIn(bo, 'nattjobb')
  await logIn(anne, 'per.hansen')
  await row('user_changed', admin, { user: 'kveld', from: 'nattjobb', to: 'kveld' })
  await row('user_role_changed', admin, { user: 'annen', from: 'leser', to: 'revisor' })

  const ask = (headers: Record<string, string>) =>
    client(gateway.base)('GET', '/internal/usernames', undefined, headers)
  const { data } = (await ask({ 'x-internal-token': internalToken })).body
  const minute = (at: string | null) => at && (Date.parse(at) - start.getTime()) / minutes
  type Period = { username: string; accountId: string; since: string; until: string | null }
  t.same(
    (data as Period[]).map((one) => [
      one.username,
      one.accountId,
      minute(one.since),
      minute(one.until),
    ]),
    [
      ['nattjobb', anne.id, 1, 5],
      ['leser', bo.id, 2, null],
      ['admin', admin.id, 4, null],
      ['nattjobb', bo.id, 6, 9],
      ['per.hansen', anne.id, 8, null],
    ],
    'unknown between a renaming and the next login',
  )
  t.equal((await ask({})).status, 403, 'only for other services')
  t.equal((await ask({ 'x-internal-token': 'x' })).status, 403)
})
