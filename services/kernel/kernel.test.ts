import { test } from 'tap'
import { z } from 'zod'
import { roles, type Role } from '#contracts/access.ts'
import { OutcomeUnknown, StoreUnavailable } from '#contracts/event-log.ts'
import { refuse } from '#contracts/refusals.ts'
import { createApp } from './app.ts'
import { environment, serviceEnvironment } from './environment.ts'
import { etagOf, ifMatchOf, positionOf, setPosition } from './headers.ts'
import { byId } from './params.ts'
import { unstorableIn } from './json-body.ts'
import { accepted } from './refused.ts'
import { requestFor, asUser, testToken } from './testing/requests.ts'

const aService = async (health: string | null = null) => {
  const app = await createApp({
    name: 'prøve',
    token: testToken,
    logLevel: 'silent',
    health: () => health,
  })
  const body = z.strictObject({ name: z.string().min(1), count: z.number().optional() })
  app.post(
    '/api/things',
    { config: { needs: 'edit' }, schema: { body } },
    async ({ body, user }) => ({
      success: true,
      data: { ...body, by: user.username },
    }),
  )
  app.get(
    '/api/things/:id',
    { config: { needs: 'read' }, schema: { params: byId } },
    async (request, reply) => {
      setPosition(reply, positionOf(request))
      return { id: request.params.id, ifMatch: ifMatchOf(request)?.map(String) ?? null }
    },
  )
  app.delete('/api/things/:id', { config: { needs: 'edit' } }, async () =>
    accepted(refuse('IN_USE', 'Brukes av 1 ting: A', [{ id: 1 }])),
  )
  app.post('/api/fails/:how', { config: { needs: 'edit' } }, async ({ params }) => {
    const { how } = params as { how: string }
    throw (
      { down: new StoreUnavailable('x'), unknown: new OutcomeUnknown('x') }[how] ??
      new Error('secret')
    )
  })
  return app
}

const refusal = (reply: { statusCode: number; json: () => unknown }) => [
  reply.statusCode,
  (reply.json() as { code: string }).code,
]

test('a valid request reaches its route with typed parameters and the user', async (t) => {
  const app = await aService()
  const reply = await app.inject(requestFor('POST', '/api/things', { name: 'Skrue' }))
  t.equal(reply.statusCode, 200)
  t.same(reply.json(), { success: true, data: { name: 'Skrue', by: 'kari' } })
  t.match(reply.headers['content-type'], 'charset=utf-8')
})

test('a validation error names its field, in Norwegian', async (t) => {
  const app = await aService()
  const reply = await app.inject(requestFor('POST', '/api/things', { count: 'to', farge: 1 }))
  t.equal(reply.statusCode, 400)
  t.same(reply.json(), {
    success: false,
    error: 'Noen felter må rettes.',
    code: 'VALIDATION',
    details: [
      { path: 'name', message: 'Dette feltet er påkrevd' },
      { path: 'count', message: 'Verdien må være et tall' },
      { path: 'farge', message: 'Ukjent felt' },
    ],
  })
})

test('bodies that are not JSON, pollute prototypes or have another content type are refused', async (t) => {
  const app = await aService()
  const send = (payload: string, type = 'application/json') =>
    app.inject({
      ...requestFor('POST', '/api/things'),
      payload,
      headers: { ...asUser(), 'content-type': type },
    })
  t.same(refusal(await send('{"name":')), [400, 'VALIDATION'])
  t.same(refusal(await send('{"__proto__":{"a":1},"name":"x"}')), [400, 'VALIDATION'])
  t.same(refusal(await send('')), [400, 'VALIDATION'])
  t.same(refusal(await send('name=x', 'text/plain')), [415, 'UNSUPPORTED_TYPE'])
  t.same(refusal(await send('name=x', 'application/x-www-form-urlencoded')), [
    415,
    'UNSUPPORTED_TYPE',
  ])
  t.same(refusal(await send(JSON.stringify({ name: 'x'.repeat(1_100_000) }))), [413, 'TOO_LARGE'])
})

test('texts that Postgres cannot store are refused, with their field', async (t) => {
  const app = await aService()
  const send = async (payload: string) => {
    const headers = { ...asUser(), 'content-type': 'application/json' }
    const reply = await app.inject({ ...requestFor('POST', '/api/things'), payload, headers })
    return [reply.statusCode, (reply.json() as { details?: unknown }).details]
  }
  const wrong = [{ path: 'name', message: 'Teksten inneholder et ugyldig tegn' }]
  t.same(await send('{"name":"a\\u0000b"}'), [400, wrong])
  t.same(await send('{"name":"a\\ud800b"}'), [400, wrong])
  t.same(
    await send('{"name":"\\ud83d\\ude00 \\\\u0000"}'),
    [200, undefined],
    'complete surrogate pairs are accepted',
  )
  const deep = (depth: number) => `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`
  t.match(await send(deep(400_000)), [
    400,
    [{ path: 'name', message: 'Verdien er for dypt nøstet' }],
  ])
  t.match(await send(deep(5)), [400, [{ message: 'Verdien må være tekst' }]])
})

test('unknown paths and invalid ids are 404', async (t) => {
  const app = await aService()
  for (const url of [
    '/api/annet',
    '/api/things/abc',
    '/api/things/0',
    '/api/things/1.5',
    '/api/things/99999999999',
    `/api/things/${'1'.repeat(300)}`,
  ])
    t.same(refusal(await app.inject(requestFor('GET', url))), [404, 'NOT_FOUND'], url)
  const broken = await app.inject(requestFor('GET', '/api/things/%E0%A4'))
  t.same(refusal(broken), [400, 'VALIDATION'], 'a path that cannot be decoded')
})

test('a refusal keeps its text and details, and unexpected errors reveal nothing', async (t) => {
  const app = await aService()
  const inUse = await app.inject(requestFor('DELETE', '/api/things/1'))
  t.equal(inUse.statusCode, 409)
  t.same(inUse.json(), {
    success: false,
    error: 'Brukes av 1 ting: A',
    code: 'IN_USE',
    details: [{ id: 1 }],
  })
  t.same(refusal(await app.inject(requestFor('POST', '/api/fails/down'))), [503, 'UNAVAILABLE'])
  const unknown = await app.inject(requestFor('POST', '/api/fails/unknown'))
  t.same(refusal(unknown), [503, 'OUTCOME_UNKNOWN'])
  t.match(unknown.json().error, /Se etter om den finnes/, 'a retry could run it twice')
  const key = { 'idempotency-key': 'en' }
  const repeatable = await app.inject(requestFor('POST', '/api/fails/unknown', undefined, key))
  t.match(repeatable.json().error, /den blir ikke utført to ganger/)
  const unforeseen = await app.inject(requestFor('POST', '/api/fails/other'))
  t.same(refusal(unforeseen), [500, 'INTERNAL'])
  t.notMatch(unforeseen.payload, 'secret')
})

test('only the gateway has access, and each role only where it has the permission', async (t) => {
  const app = await aService()
  const post = requestFor('POST', '/api/things', { name: 'x' })
  t.same(refusal(await app.inject({ ...post, headers: {} })), [403, 'FORBIDDEN'])
  t.same(
    refusal(await app.inject({ ...post, headers: { ...asUser(), 'x-internal-token': 'annet' } })),
    [403, 'FORBIDDEN'],
  )
  for (const user of ['', 'æ', Buffer.from('{"role":"konge"}').toString('base64url')])
    t.same(refusal(await app.inject({ ...post, headers: { ...asUser(), 'x-user': user } })), [
      401,
      'UNAUTHENTICATED',
    ])
  const statuses: Record<Role, number> = {
    leser: 403,
    revisor: 403,
    redaktør: 200,
    administrator: 200,
  }
  for (const role of Object.keys(roles) as Role[])
    t.equal((await app.inject({ ...post, headers: asUser(role) })).statusCode, statuses[role], role)
})

test('a route without a permission fails at start', async (t) => {
  const app = await aService()
  t.throws(() => app.get('/api/open', async () => 'x'), { message: /does not say what it needs/ })
})

test('health needs no token, but only callers with the token get the reason', async (t) => {
  const healthy = await (await aService()).inject('/internal/health')
  t.same([healthy.statusCode, healthy.json()], [200, { ok: true }])
  const service = await aService('Hendelsesloggen svarer ikke')
  t.same((await service.inject('/internal/health')).json(), { ok: false })
  const withToken = await service.inject(requestFor('GET', '/internal/health'))
  t.same(withToken.json(), { ok: false, reason: 'Hendelsesloggen svarer ikke', answers: true })
})

test('the service describes its routes as OpenAPI 3.1', async (t) => {
  const app = await aService()
  const reply = await app.inject(requestFor('GET', '/internal/openapi.json'))
  t.match(reply.json(), {
    openapi: '3.1.0',
    paths: {
      '/api/things': {
        post: {
          requestBody: { content: { 'application/json': { schema: { required: ['name'] } } } },
        },
      },
      '/api/things/{id}': { get: { parameters: [{ name: 'id', in: 'path' }] } },
    },
  })
  t.notOk(reply.json().paths['/internal/health'])
})

test('versions and positions pass through headers', async (t) => {
  const app = await aService()
  const get = async (headers: Record<string, string>) =>
    app.inject(requestFor('GET', '/api/things/1', undefined, headers))
  t.equal((await get({ 'x-event-position': '1200' })).headers['x-event-position'], '1200')
  t.notOk((await get({ 'x-event-position': 'tull' })).headers['x-event-position'])
  const tags: [string, string[] | null][] = [
    [etagOf(7n), ['7']],
    ['W/"7"', ['7']],
    ['"1", "2"', ['1', '2']],
    ['*', null],
    ['"tull", "a,7"', []],
  ]
  for (const [tag, versions] of tags)
    t.same((await get({ 'if-match': tag })).json().ifMatch, versions, tag)
})

test('an invalid environment is explained', async (t) => {
  const right = {
    PORT: '0',
    DATABASE_URL: 'postgres://x',
    EVENTSTORE_URL: 'esdb://x',
    INTERNAL_TOKEN: 'x'.repeat(16),
    DATA_DIR: '/tmp/x',
  }
  t.match(environment(serviceEnvironment, right), { HOST: '127.0.0.1', PORT: 0 })
  t.throws(() => environment(serviceEnvironment, { ...right, PORT: 'åtte', DATA_DIR: undefined }), {
    message: /PORT[\s\S]*DATA_DIR/,
  })
})

test('JSON that is not UTF-8 is refused', async (t) => {
  const app = await aService()
  const post = (payload: Buffer, type: string) =>
    app.inject({
      ...requestFor('POST', '/api/things', undefined, { 'content-type': type }),
      payload,
    })
  const latin = Buffer.from('{"name":"Blåbær"}', 'latin1')
  t.same(refusal(await post(latin, 'application/json')), [400, 'VALIDATION'])
  const other = await post(latin, 'application/json; charset=iso-8859-1')
  t.same(refusal(other), [415, 'UNSUPPORTED_TYPE'])
  const right = await post(Buffer.from('{"name":"Blåbær"}'), 'application/json; charset="UTF-8"')
  t.match(right.json(), { data: { name: 'Blåbær' } })
})

test('a number that underflows to 0 is refused, 0 is not', async (t) => {
  const underflows = (text: string) => unstorableIn(text, JSON.parse(text))
  t.match(underflows('{"a":[{"costPrice":1e-999999}]}'), [
    { path: 'a.0.costPrice', message: 'Tallet er for lite' },
  ])
  t.equal(underflows(`{"a":0.${'0'.repeat(400)}1}`).length, 1)
  t.same(underflows('{"a":0e-999,"b":0,"c":"1e-999999","d":1e-100}'), [])
})
