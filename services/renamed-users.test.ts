import { sql } from 'slonik'
import { test, type Test } from 'tap'
import type { JournalItem } from '#contracts/history.ts'
import { component } from '#contracts/catalogue/index.ts'
import { createTestService } from '#command/testing/service.ts'
import { logged, logIn, minutes, move } from '#gateway/testing/accounts.ts'
import { client, type Client } from '#gateway/testing/client.ts'
import { internalToken, startTestGateway } from '#gateway/testing/test-gateway.ts'
import { askUsernames, type Usernames } from '#projector/kernel/usernames.ts'
import { aPrice, priced, registered, revised } from '#projector/testing/events.ts'
import { querySide } from '#projector/testing/query-side.ts'
import type { Given } from '#projector/testing/read-model.ts'

const system = async (t: Test) => {
  let usernames: Usernames = async () => []
  const side = await querySide(t, internalToken, () => usernames())
  const { app } = await createTestService(t, { log: side.log, token: internalToken })
  const [command, projector] = await Promise.all(
    [app, side.app].map((one) => one.listen({ host: '127.0.0.1', port: 0 })),
  )
  const gateway = await startTestGateway(t, { urls: { command: command!, projector: projector! } })
  const errors: unknown[] = []
  /** From now on the projector asks at this address. */
  const askAt = (address: string) => {
    const report = (error: unknown) => errors.push(error)
    usernames = askUsernames({ gateway: address, token: internalToken, report })
  }
  return { gateway, given: side.given, askAt, errors }
}

const accountsOf = async (admin: Client) => {
  const { body } = await admin('GET', '/api/access/users')
  const users = body.data as { id: string; username: string }[]
  return new Map(users.map(({ id, username }) => [username, id]))
}

type Change = { user: string; userId: string; to: { costPrice: number } }
const price = '/api/pricing/componenttype-1'

test('whoever takes over a user name is told apart from who had it, by the account', async (t) => {
  const { gateway } = await system(t)
  for (const username of ['nattjobb', 'vikar']) await gateway.addAccount(username, 'redaktør')
  const admin = await gateway.signedIn('administrator')
  const ids = await accountsOf(admin)
  const [first, second] = [ids.get('nattjobb')!, ids.get('vikar')!]
  const rename = (id: string, username: string) =>
    admin('PUT', `/api/access/users/${id}`, { username })

  const [per, other] = [client(gateway.base), client(gateway.base)]
  await logIn(per, 'nattjobb')
  const part = { description: 'Skrue', pricing: { costPrice: 1 } }
  t.equal((await per('POST', '/api/componenttypes', part)).status, 201)
  await rename(first, 'per.hansen')
  t.equal((await per('PUT', price, { costPrice: 2 })).status, 200, 'in the session from before')
  await rename(second, 'nattjobb')
  await logIn(other, 'nattjobb')
  t.equal((await other('PUT', price, { costPrice: 3 })).status, 200)

  const changes = async (query = '') => {
    // Whoever wrote last is answered with all of it.
    const { body } = await other('GET', `/api/pricing/history${query}`)
    return (body.data as Change[]).map(({ user, userId, to }) => [to.costPrice, user, userId])
  }
  const [one, two, three] = [
    [1, 'nattjobb', first],
    [2, 'per.hansen', first],
    [3, 'nattjobb', second],
  ]
  t.same(await changes(), [one, two, three])
  t.same(await changes(`?user=${first}`), [one, two])
  t.same(await changes('?user=nattjobb'), [one, three])
  const renamings = (await logged(admin)).filter(({ event }) => event === 'user_changed')
  t.match(renamings, [
    { username: 'en-administrator', details: { from: 'vikar', to: 'nattjobb' } },
    { username: 'en-administrator', details: { from: 'nattjobb', to: 'per.hansen' } },
  ])
})

test('an event from before events named the account is shown as whose the name was then, as far as anybody knows', async (t) => {
  const { gateway, given, askAt, errors } = await system(t)
  for (const username of ['nattjobb', 'vikar']) await gateway.addAccount(username, 'redaktør')
  const admin = await gateway.signedIn('administrator')
  const ids = await accountsOf(admin)
  const [first, second] = [ids.get('nattjobb')!, ids.get('vikar')!]
  const write = (event: Given) => {
    move(gateway, minutes)
    return given({ ...event, at: gateway.clock.now.toISOString(), user: 'nattjobb' })
  }
  const logsIn = async (username: string) => {
    move(gateway, minutes)
    await logIn(client(gateway.base), username)
  }
  await write(registered(component, 1, { description: 'Skrue' }))
  await logsIn('nattjobb')
  await write(priced(component, 1, aPrice(), null))
  move(gateway, minutes)
  await admin('PUT', `/api/access/users/${first}`, { username: 'per.hansen' })
  await admin('PUT', `/api/access/users/${second}`, { username: 'nattjobb' })
  await logsIn('nattjobb')
  await write(revised(component, 1, { description: 'Bolt' }))

  const users = async (path: string) => {
    const { body } = await admin('GET', path)
    type Item = { user: { id: string | null; name: string } | string; userId?: string | null }
    return (body.data as Item[]).map(({ user, userId }) =>
      typeof user === 'string' ? userId : user.id,
    )
  }
  const history = '/api/componenttypes/1/history'
  askAt('http://127.0.0.1:1')
  t.same(await users(history), [null, null, null], 'the gateway is away')
  t.equal(errors.length, 1)
  askAt(gateway.base)
  t.same(await users(history), [second, first, null])
  t.same(await users('/api/journal'), [second, first, null])
  const { body } = await admin('GET', '/api/journal')
  const names = (body.data as JournalItem[]).map(({ user }) => [user.name, user.now])
  t.same(names.slice(0, 2), [
    ['nattjobb', undefined],
    ['nattjobb', 'per.hansen'],
  ])
  t.same(await users(`/api/journal?user=${first}`), [first])
  t.same(await users(`/api/journal?entity=componenttypes&id=1&user=${second}`), [second])
  t.same(await users(`/api/pricing/history?user=${first}`), [first])
  t.same(await users(`/api/pricing/history?user=${second}`), [])
  t.equal(errors.length, 1)
})

test('a renaming that the security log cannot take is not done', async (t) => {
  const gateway = await startTestGateway(t)
  await gateway.addAccount('nattjobb', 'redaktør')
  const admin = await gateway.signedIn('administrator')
  const id = (await accountsOf(admin)).get('nattjobb')!
  await gateway.access.db.query(sql.unsafe`
    alter table access.security_log add check (event <> 'user_changed') not valid`)
  const renamed = await admin('PUT', `/api/access/users/${id}`, { username: 'per.hansen' })
  t.equal(renamed.status, 500)
  t.equal((await accountsOf(admin)).get('nattjobb'), id)
})
