import { test } from 'tap'
import type { Client } from '#gateway/testing/client.ts'
import { startTestGateway } from '#gateway/testing/test-gateway.ts'

const user = { username: 'ola', name: 'Ola Nordmann', role: 'leser' }
const token = { name: 'nattjobb', role: 'leser', expiresAt: '2999-12-31T22:59:59Z' }
const view = { list: 'suppliers', name: 'Nære', address: 'city=Oslo', shared: false }
const creates: readonly (readonly [path: string, body: object, list: string])[] = [
  ['/api/access/users', user, '/api/access/users'],
  ['/api/access/tokens', token, '/api/access/tokens'],
  ['/api/access/views', view, '/api/access/views?list=suppliers'],
]
const countOf = async (someone: Client, list: string) =>
  ((await someone('GET', list)).body.data as unknown[]).length

for (const [path, body, list] of creates)
  test(`the same Idempotency-Key makes one, and answers it again: ${path}`, async (t) => {
    const gateway = await startTestGateway(t)
    const someone = await gateway.signedIn('administrator')
    const before = await countOf(someone, list)
    const key = { 'idempotency-key': 'min nokkel' }
    const send = (sent: object = body) => someone('POST', path, sent, key)
    const [first, second] = await Promise.all([send(), send()])
    const third = await send()
    t.equal(first.status, 201)
    for (const again of [second, third])
      t.same([again.status, again.body], [first.status, first.body])
    t.equal(await countOf(someone, list), before + 1)

    const other = await send({ ...body, name: 'En annen' })
    t.match([other.status, other.body], [409, { code: 'CONFLICT', error: /Idempotency-Key/ }])
    const long = await someone('POST', path, body, { 'idempotency-key': 'a'.repeat(201) })
    t.match([long.status, long.body], [400, { details: [{ path: 'idempotency-key' }] }])
  })

test('a delete with the same key answers the same; a key is its sender’s own', async (t) => {
  const gateway = await startTestGateway(t)
  const [one, other] = [await gateway.signedIn('redaktør'), await gateway.signedIn('leser')]
  const key = { 'idempotency-key': 'k' }
  const made = await one('POST', '/api/access/views', view, key)
  const others = await other('POST', '/api/access/views', view, key)
  t.equal(others.status, 201)
  const { id } = made.body.data as { id: string }
  t.not((others.body.data as { id: string }).id, id)
  const remove = () =>
    one('DELETE', `/api/access/views/${id}`, undefined, { 'idempotency-key': 'd' })
  for (const reply of [await remove(), await remove()])
    t.match([reply.status, reply.body], [200, { data: { id } }])
})
