import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { test } from 'tap'
import { createRules } from '#access/rules.ts'
import { silent } from './testing/accounts.ts'
import { startTestGateway, internalToken } from './testing/test-gateway.ts'
import { client, type Reply } from './testing/client.ts'
import { startFakeService } from './testing/fake-service.ts'

const isRefused = (reply: Reply, status: number, code: string) =>
  reply.status === status && reply.body['success'] === false && reply.body['code'] === code

test('calls without a session are refused and not forwarded', async (t) => {
  const { base, command, projector } = await startTestGateway(t)
  const stranger = client(base)
  const calls = [
    ['GET', '/api/suppliers'],
    ['POST', '/api/suppliers'],
    ['PUT', '/api/suppliers/1'],
    ['DELETE', '/api/suppliers/1'],
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['GET', '/api/docs'],
    ['GET', '/api/docs/json'],
    ['GET', '/objects/uploads/a.png'],
    ['GET', '/api/session'],
    ['GET', '/api/access/users'],
    ['PATCH', '/api/suppliers/1'],
  ] as const
  for (const [method, path] of calls) {
    const reply = await stranger(method, path, method === 'GET' ? undefined : {})
    t.ok(isRefused(reply, 401, 'UNAUTHENTICATED'), `${method} ${path}`)
  }
  t.equal(command.seen.length + projector.seen.length, 0)
})

test('queries go to the projector, commands and files to the command service', async (t) => {
  const gateway = await startTestGateway(t)
  const { command, projector } = gateway
  const someone = await gateway.signedIn('redaktør')
  const ways = [
    ['GET', '/api/suppliers?sort=name', projector],
    ['POST', '/api/suppliers', command],
    ['PUT', '/api/suppliers/1', command],
    ['DELETE', '/api/suppliers/1', command],
    ['GET', '/objects/uploads/a.png', command],
    ['GET', '/api/csv-import/suppliers/template', command],
  ] as const
  for (const [method, path, service] of ways) {
    const before = service.seen.length
    await someone(method, path, method === 'GET' ? undefined : { a: 1 })
    t.equal(service.seen.length, before + 1, `${method} ${path}`)
    t.match(service.last(), { method, url: path })
  }
  t.equal((await someone('HEAD', '/api/suppliers')).status, 200)
})

test('internal paths are never forwarded', async (t) => {
  const { signedIn, command, projector } = await startTestGateway(t)
  const someone = await signedIn('administrator')
  for (const path of ['/internal/openapi.json', '//internal/openapi.json']) {
    const { status } = await someone('POST', path, { ids: [1] })
    t.ok(status >= 400 && status < 500, `${path}: ${status}`)
  }
  t.same([...command.seen, ...projector.seen], [])
})

test('only the gateway tells services who the user is', async (t) => {
  const gateway = await startTestGateway(t)
  const someone = await gateway.signedIn('redaktør')
  await someone(
    'POST',
    '/api/suppliers',
    { name: 'Festo' },
    {
      'x-user': 'somebody else',
      'x-internal-token': 'made up',
      'x-forwarded-for': '10.0.0.1',
      authorization: 'Bearer x',
      'idempotency-key': 'k-1',
      'if-match': '"3"',
    },
  )
  const { headers, body } = gateway.command.last()
  t.equal(headers['x-internal-token'], internalToken)
  const user = JSON.parse(Buffer.from(String(headers['x-user']), 'base64url').toString())
  t.match(user, { username: 'en-redaktør', name: 'en-redaktør', role: 'redaktør' })
  t.match(headers, { 'idempotency-key': 'k-1', 'if-match': '"3"' })
  for (const name of ['cookie', 'authorization', 'x-forwarded-for']) t.notOk(headers[name], name)
  t.equal(body, '{"name":"Festo"}')
})

test('JSON and multipart bodies are accepted, but not what a form on another site can post', async (t) => {
  const gateway = await startTestGateway(t)
  const { command } = gateway
  const someone = await gateway.signedIn('redaktør')
  const post = (body: string, type: string) =>
    someone('POST', '/api/suppliers', body, { 'content-type': type })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/plain;x=application/json',
  ])
    t.ok(isRefused(await post('a=1', type), 415, 'UNSUPPORTED_TYPE'), type)
  t.equal(command.seen.length, 0)
  t.equal((await post('{"a":1}', 'application/json; charset=utf-8')).status, 201)
  t.ok(isRefused(await post('x'.repeat(1_100_000), 'application/json'), 413, 'TOO_LARGE'))

  const form = new FormData()
  form.set('file', new Blob(['Navn,Ordre e-post\n'.repeat(100_000)]), 'a.csv')
  t.equal((await someone('POST', '/api/csv-import/suppliers', form)).status, 201)
  t.ok(command.last().body.length > 1_700_000, 'an upload is forwarded')
  const file = { 'content-type': 'text/plain' }
  t.equal((await someone('PUT', '/api/objects/put/1', 'innhold', file)).status, 200)
  t.match(command.last(), { body: 'innhold', headers: file })
  t.equal((await someone('POST', '/api/objects/upload')).status, 201, 'no body at all')
})

test('the gateway refuses JSON that cannot be stored', async (t) => {
  const { base } = await startTestGateway(t)
  const post = async (
    body: Uint8Array<ArrayBuffer> | string,
    type = 'application/json',
    encoding = 'identity',
  ) => {
    const headers = { 'content-type': type, 'content-encoding': encoding }
    return (await fetch(`${base}/api/session`, { method: 'POST', headers, body })).status
  }
  const nul = JSON.stringify({ username: 'a\u0000', password: 'x' })
  t.equal(await post(nul), 400)
  const latin = Buffer.from('{"username":"bjørn","password":"x"}', 'latin1')
  t.equal(await post(latin), 400)
  t.equal(await post(latin, 'application/json; charset=iso-8859-1'), 415)
  const packed = new Uint8Array(gzipSync('{}'))
  t.equal(await post(packed, 'application/json', 'gzip'), 415, 'compressed')
})

test('a service that is down or disconnects is reported as what is known', async (t) => {
  const gateway = await startTestGateway(t)
  const { command, projector } = gateway
  const someone = await gateway.signedIn('redaktør')

  command.answer = (_seen, reply) => Boolean(reply.destroy())
  const unknown = await someone('POST', '/api/suppliers', { name: 'x' })
  t.ok(isRefused(unknown, 503, 'OUTCOME_UNKNOWN'))
  t.match(unknown.body['error'], /Se etter om den finnes/)
  t.equal(command.seen.length, 1, 'a command is not retried')
  const key = { 'idempotency-key': 'en' }
  const repeatable = await someone('POST', '/api/suppliers', { name: 'x' }, key)
  t.match(repeatable.body['error'], /Prøv igjen: den blir ikke utført to ganger/)

  projector.answer = (_seen, reply) => {
    projector.answer = undefined
    return Boolean(reply.destroy())
  }
  t.equal((await someone('GET', '/api/suppliers')).status, 200, 'a query is retried')

  projector.answer = (_seen, reply) => {
    reply.writeHead(200, { 'content-length': '1000' })
    return reply.write('half', () => reply.destroy()) || true
  }
  await t.rejects(someone('GET', '/api/suppliers'), 'an incomplete answer is an error')
  projector.answer = undefined

  const { port } = new URL(command.url)
  await command.close()
  const waiting = someone('POST', '/api/suppliers', { name: 'y' })
  await sleep(300)
  const again = await startFakeService({}, Number(port))
  t.teardown(() => again.close())
  t.equal((await waiting).status, 201, 'it waits for a service that restarts')
  await again.close()
  t.ok(isRefused(await someone('POST', '/api/suppliers', { name: 'z' }), 503, 'UNAVAILABLE'))
})

test('streams are forwarded in chunks, end with the client, and do not delay a stop', async (t) => {
  const gateway = await startTestGateway(t)
  const { base, projector } = gateway
  const someone = await gateway.signedIn('redaktør')
  let left = 0
  projector.answer = ({ url }, reply) => {
    reply.on('close', () => left++)
    if (url === '/api/slow') return Boolean(setTimeout(() => reply.end('whole'), 400))
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    return reply.write('data: 1\n\n')
  }
  const headers = { cookie: `session=${someone.jar.get('session')}` }
  const abort = new AbortController()
  const first = await fetch(`${base}/api/progress`, { headers, signal: abort.signal })
  const { value } = await first.body!.getReader().read()
  t.equal(Buffer.from(value!).toString(), 'data: 1\n\n')
  abort.abort()
  while (left === 0) await sleep(10)

  await fetch(`${base}/api/progress`, { headers })
  const slow = fetch(`${base}/api/slow`, { headers }).then((reply) => reply.text())
  while (projector.last().url !== '/api/slow') await sleep(10)
  await gateway.app.close()
  t.equal(await slow, 'whole', 'running requests are answered')
})

test('a stream ends when its session does', async (t) => {
  const { base, projector, signedIn } = await startTestGateway(t)
  const someone = await signedIn('redaktør')
  projector.answer = (_request, reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    return reply.write('data: 1\n\n')
  }
  const headers = { cookie: `session=${someone.jar.get('session')}` }
  const stream = (await fetch(`${base}/api/progress`, { headers })).body!.getReader()
  await stream.read()
  await someone('DELETE', '/api/session')
  await t.rejects(stream.read())
})

test('a route without a rule fails at start', async (t) => {
  const app = fastify()
  const rules = createRules(app, async () => null, silent)
  await rules.within('anyone', (scope) => void scope.get('/open', async () => 'open'))
  app.get('/forgotten', async () => 'forgotten')
  await t.rejects(async () => app.ready(), { message: 'Routes without a rule: /forgotten' })
})
