import { test } from 'tap'
import { startTestGateway } from '#gateway/testing/test-gateway.ts'
import { minutes } from '#gateway/testing/accounts.ts'

const visitor = { address: '10.0.0.1', browser: 'Firefox på Linux' }
const who = { id: null, username: '' }
type Named = { readonly id: string; readonly username: string }

test('a person is found by what was done to them too, under each name and by the account', async (t) => {
  const gateway = await startTestGateway(t)
  const administrator = await gateway.signedIn('administrator')
  await gateway.addAccount('kari', 'leser')
  await gateway.addAccount('ola', 'leser')
  const users = (await administrator('GET', '/api/access/users')).body.data as Named[]
  const idOf = (name: string) => users.find(({ username }) => username === name)!.id
  const of = (name: string) => `/api/access/users/${idOf(name)}`
  const expiresAt = new Date(gateway.clock.now.getTime() + 60 * minutes).toISOString()
  const token = { name: 'nattjobb', role: 'leser', expiresAt }
  await administrator('PUT', of('kari'), { role: 'redaktør' })
  await administrator('PUT', of('ola'), { role: 'redaktør' })
  const made = (await administrator('POST', `${of('kari')}/tokens`, token)).body.data as Named
  await administrator('DELETE', `${of('kari')}/tokens/${made.id}`)
  await administrator('PUT', of('kari'), { username: 'kari.dal' })
  await administrator('POST', `${of('kari')}/deactivate`)
  const found = async (user: string) => {
    const { body } = await administrator('GET', `/api/access/security-log?user=${user}`)
    return (body.data as { event: string }[]).map(({ event }) => event)
  }
  const before = ['user_changed', 'authn_token_revoked', 'authn_token_created', 'user_role_changed']
  t.same(await found('KARI'), before, 'under the name of then')
  t.same(await found('kari.dal'), ['user_deactivated', 'user_changed'])
  t.same(await found(idOf('kari')), ['user_deactivated', ...before])
  t.same(await found('leser'), [], 'a role is no name')
})

test('what was done to an account before its id was noted is found by its name of today', async (t) => {
  const gateway = await startTestGateway(t)
  const administrator = await gateway.signedIn('administrator')
  await gateway.addAccount('kari', 'leser')
  await gateway.access.log.write('user_reset', who, visitor, { user: 'Kari' })
  await gateway.access.log.write('user_reset', who, visitor, { user: 'ola' })
  const users = (await administrator('GET', '/api/access/users')).body.data as Named[]
  const { id } = users.find(({ username }) => username === 'kari')!
  const { body } = await administrator('GET', `/api/access/security-log?user=${id}`)
  t.match(body.data, [{ event: 'user_reset', details: { user: 'Kari' } }])
  t.equal((body.data as unknown[]).length, 1)
})
