import { request as rawRequest } from 'node:http'
import { test } from 'tap'
import { startTestGateway, password } from '../testing/test-gateway.ts'
import { client, type Reply } from '../testing/client.ts'

const isRefused = (reply: Reply, status: number, code: string) =>
  reply.status === status && reply.body['success'] === false && reply.body['code'] === code

/** fetch does not allow these headers. */
const raw = (base: string, path: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = rawRequest(base + path, { method, headers }, (reply) => {
      let body = ''
      reply.on('data', (data) => (body += data))
      reply.on('end', () => resolve({ status: reply.statusCode!, body }))
    })
    sent.on('error', reject).end()
  })

test('unknown host names are refused: no DNS rebinding', async (t) => {
  const { base } = await startTestGateway(t, {
    allowedHosts: ['katalog.firma.no'],
    publicUrl: 'http://stykkliste.firma.no',
  })
  const { port } = new URL(base)
  const names = ['localhost', '127.0.0.1', '[::1]', 'katalog.firma.no', 'Stykkliste.firma.no']
  for (const host of [...names, ...names.map((name) => `${name}:${port}`)])
    t.equal((await raw(base, '/', { host })).status, 200, host)
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example'])
    t.equal((await raw(base, '/', { host })).status, 403, host)
})

test('cross-site requests of a browser are refused', async (t) => {
  const gateway = await startTestGateway(t)
  const { base, command, projector } = gateway
  const someone = await gateway.signedIn('administrator')
  const cookie = `session=${someone.jar.get('session')}`
  const { host } = new URL(base)
  const attempts: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: base },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: `https://${host}` },
    { origin: 'http://localhost:1' },
  ]
  const unsafe = [
    ['POST', '/api/suppliers'],
    ['POST', '/api/objects/upload'],
    ['PUT', '/api/suppliers/1'],
    ['DELETE', '/api/suppliers/1'],
    ['POST', '/api/session'],
    ['DELETE', '/api/session'],
    ['POST', '/api/access/users'],
  ] as const
  for (const headers of attempts)
    for (const [method, path] of [...unsafe, ['GET', '/api/suppliers'] as const])
      t.equal(
        (await raw(base, path, { cookie, ...headers }, method)).status,
        403,
        `${method} ${path}`,
      )
  for (const [method, path] of unsafe)
    t.equal((await raw(base, path, { cookie, 'sec-fetch-site': 'none' }, method)).status, 403)
  t.equal(command.seen.length + projector.seen.length, 0)

  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: base }, {}])
    t.equal((await raw(base, '/api/things', { cookie, ...headers }, 'DELETE')).status, 200)
  t.equal((await raw(base, '/api/things', { cookie, 'sec-fetch-site': 'none' })).status, 200)
  t.equal(
    (await raw(base, '/', { 'sec-fetch-site': 'cross-site' })).status,
    200,
    'a link to a page',
  )
})

test('rate limits apply per caller', async (t) => {
  const gateway = await startTestGateway(t, { rate: { perSecond: 0.001, burst: 20 } })
  const [busy, calm] = [await gateway.signedIn('leser'), await gateway.signedIn('revisor')]
  const replies = await Promise.all(Array.from({ length: 40 }, () => busy('GET', '/api/suppliers')))
  const refused = replies.filter(({ status }) => status === 429)
  t.equal(refused.length, 20)
  t.ok(isRefused(refused[0]!, 429, 'TOO_MANY_REQUESTS'))
  t.match(refused[0]!.headers.get('retry-after'), /^\d+$/)
  t.equal((await calm('GET', '/api/suppliers')).status, 200)
})

test('the web app is served with strict security headers', async (t) => {
  const { base } = await startTestGateway(t)
  const browser = client(base)
  for (const path of ['/', '/motortypes', '/assemblies?q=linje', '/finnes-ikke']) {
    const reply = await browser('GET', path, undefined, { accept: 'text/html' })
    t.match(reply, { status: 200, text: /<title>Stykkliste/ }, path)
    const policy = reply.headers.get('content-security-policy')
    t.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
    t.notMatch(policy, /unsafe|\*/)
    t.equal(reply.headers.get('cache-control'), 'no-cache')
  }
  const script = await browser('GET', '/assets/app-1a2b.js')
  t.match(script.headers.get('content-type'), /javascript/)
  t.match(script.headers.get('cache-control'), /immutable/)
  for (const path of ['/assets/gone.js', '/favicon.png', '/.env', '/.git/config'])
    t.notMatch((await browser('GET', path)).text, /core|root:/, path)
  t.equal((await browser('GET', '/assets/gone.js')).status, 404)
  const outside = await browser('GET', '/assets/..%2f..%2f..%2f..%2fetc%2fpasswd')
  t.notMatch(outside.text, 'root:')
  t.ok(isRefused(await browser('POST', '/motortypes', {}), 404, 'NOT_FOUND'))
  const expected = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
  }
  for (const path of ['/', '/assets/app-1a2b.js', '/api/health', '/api/suppliers', '/gone.js']) {
    const { headers } = await browser('GET', path)
    for (const [name, value] of Object.entries(expected)) t.equal(headers.get(name), value, path)
    t.notOk(headers.get('strict-transport-security'), 'not without TLS')
    t.notOk(headers.get('access-control-allow-origin'))
  }
})

test('cookies have the __Host- prefix and Secure behind TLS', async (t) => {
  const gateway = await startTestGateway(t, { publicUrl: 'https://stykkliste.firma.no' })
  await gateway.addAccount('kari', 'redaktør')
  const login = await client(gateway.base)('POST', '/api/session', { username: 'kari', password })
  const [cookie = ''] = login.headers.getSetCookie()
  t.match(cookie, /^__Host-session=/)
  for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict']) t.match(cookie, part)
  t.notMatch(cookie, /Domain/i)
  t.match(login.headers.get('strict-transport-security'), /max-age=31536000; includeSubDomains/)
})
