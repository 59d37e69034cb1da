import { test } from 'tap'
import { startTestGateway } from './testing/test-gateway.ts'
import { client } from './testing/client.ts'

const uuid = /^[0-9a-f-]{36}$/
const given = 'edge-4711-abcdef'

test('a request id is returned, forwarded and in errors', async (t) => {
  const { command, signedIn } = await startTestGateway(t)
  const someone = await signedIn('redaktør')
  const made = await someone('POST', '/api/suppliers', { name: 'x' }, { 'x-request-id': given })
  const id = made.headers.get('x-request-id')
  t.match(id, uuid, 'generated: a client could reuse an id')
  t.equal(command.last().headers['x-request-id'], id)

  command.answer = (_, reply) => Boolean(reply.setHeader('x-route', '/api/suppliers/:id').end('{}'))
  const internal = await someone('PUT', '/api/suppliers/1', {})
  t.equal(internal.headers.get('x-route'), null)
  await command.close()
  const refused = await someone('PUT', '/api/suppliers/1', {})
  t.equal(refused.status, 503)
  t.match(refused.headers.get('x-request-id'), uuid)
  t.match((await someone('GET', '/api/session')).headers.get('x-request-id'), uuid)
  t.match((await someone('GET', '/')).headers.get('x-request-id'), uuid)
})

test('a trusted proxy may set the request id, if it is valid', async (t) => {
  const { base, projector, signedIn } = await startTestGateway(t, { trustProxy: ['loopback'] })
  const someone = await signedIn('leser')
  const reply = await someone('GET', '/api/suppliers', undefined, { 'x-request-id': given })
  t.equal(reply.headers.get('x-request-id'), given)
  t.equal(projector.last().headers['x-request-id'], given)
  for (const odd of ['short', 'a b c d e f g', 'x'.repeat(65), '{"a":"bcdefgh"}'])
    t.match(
      (await client(base)('GET', '/api/session', undefined, { 'x-request-id': odd })).headers.get(
        'x-request-id',
      ),
      uuid,
      odd,
    )
})
