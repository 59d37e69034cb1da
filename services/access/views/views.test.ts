import { test } from 'tap'
import type { SavedView } from '#contracts/access-answers.ts'
import type { Client } from '#gateway/testing/client.ts'
import { startTestGateway } from '#gateway/testing/test-gateway.ts'

const path = '/api/access/views'
const view = { list: 'componenttypes', name: 'Dyre skruer', address: 'type=Skrue&sort=-costPrice' }

const save = async (someone: Client, shared: boolean, name = view.name) =>
  (await someone('POST', path, { ...view, name, shared })).body.data as SavedView
const names = async (someone: Client, list = view.list) =>
  ((await someone('GET', `${path}?list=${list}`)).body.data as SavedView[]).map((one) => one.name)

test('a view is its owner’s alone until it is shared; others may use a shared one, administrators change it', async (t) => {
  const gateway = await startTestGateway(t)
  const owner = await gateway.signedIn('redaktør')
  const reader = await gateway.signedIn('leser')
  const administrator = await gateway.signedIn('administrator')
  const own = await save(owner, false, 'Mine')
  const shared = await save(owner, true)
  t.match(shared, { ...view, shared: true })
  t.same(await names(owner), ['Dyre skruer', 'Mine'])
  t.same(await names(owner, 'suppliers'), [])
  t.same(await names(reader), ['Dyre skruer'])

  const status = async (someone: Client, method: string, id: string, body?: object) =>
    (await someone(method, `${path}/${id}`, body)).status
  t.equal(await status(reader, 'DELETE', own.id), 404, 'its existence is not revealed')
  t.equal(await status(administrator, 'DELETE', own.id), 404)
  t.equal(await status(reader, 'DELETE', shared.id), 403)
  t.equal((await reader('POST', path, { ...view, shared: true })).status, 403)
  t.match(await save(reader, false, 'Leserens'), { shared: false })

  t.equal(await status(administrator, 'PUT', shared.id, { name: 'Skruer' }), 200)
  t.equal(await status(owner, 'PUT', own.id, { name: 'Egne' }), 200)
  t.same(await names(owner), ['Egne', 'Skruer'])
  t.equal(await status(owner, 'PUT', own.id, { name: ' ' }), 400)
  t.equal(await status(administrator, 'DELETE', shared.id), 200)
  t.equal(await status(owner, 'DELETE', own.id), 200)
  t.same(await names(owner), [])
})
