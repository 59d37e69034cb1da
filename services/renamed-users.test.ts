import { sql } from 'slonik'
import { test, type Test } from 'tap'
import { createTestService } from '#command/testing/service.ts'
import { logged, logIn } from '#gateway/testing/accounts.ts'
import { client, type Client } from '#gateway/testing/client.ts'
import { internalToken, startTestGateway } from '#gateway/testing/test-gateway.ts'
import { querySide } from '#projector/testing/query-side.ts'

const system = async (t: Test) => {
  const side = await querySide(t, internalToken)
  const { app } = await createTestService(t, { log: side.log, token: internalToken })
  const [command, projector] = await Promise.all(
    [app, side.app].map((one) => one.listen({ host: '127.0.0.1', port: 0 })),
  )
  return startTestGateway(t, { urls: { command: command!, projector: projector! } })
}

const accountsOf = async (admin: Client) => {
  const { body } = await admin('GET', '/api/access/users')
  const users = body.data as { id: string; username: string }[]
  return new Map(users.map(({ id, username }) => [username, id]))
}

type Change = { user: string; userId: string; to: { costPrice: number } }
const price = '/api/pricing/componenttype-1'

test('whoever takes over a user name is told apart from who had it, by the account', async (t) => {
  const gateway = await system(t)
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
