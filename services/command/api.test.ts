import { test } from 'tap'
import fc from 'fast-check'
import { idKeyOf, kindsOfLink, pathOf } from '#contracts/assembly/link-kinds.ts'
import { entities } from '#contracts/catalogue/index.ts'
import { fieldKeys } from '#contracts/entity.ts'
import { answerHeaders } from '#kernel/answer-headers.ts'
import { requestFor } from '#kernel/testing/requests.ts'
import { png } from './objects/testing/files.ts'
import { withFiles } from './testing/with-files.ts'
import { described, urlOf } from './testing/operations.ts'
import { createTestService, stock, type Method } from './testing/service.ts'

test('every operation is described, and does what its example says', async (t) => {
  const { app, call, address } = await withFiles(t)
  const { openapi, operations } = await described({ app })
  t.equal(openapi, '3.1.0')
  await stock(call)
  let project = ''
  const upload = await address()
  t.ok(operations.length > 40, `${operations.length} operations`)

  for (const operation of operations) {
    const { path, method, name, example } = operation
    t.ok(operation.summary, `${name} has a summary`)
    t.ok(operation.tags?.length, `${name} has a tag`)
    const isOfAll = operation.tags?.includes('pricing')
    const named = entities.filter(
      ({ priced, noun }) => priced && operation.summary?.includes(noun.one),
    )
    t.notOk(isOfAll && named.length, `${name} names no part: it is for those to come too`)
    if (path === '/objects/uploads/{name}') {
      const url = method === 'put' ? upload : upload.split('?')[0]!
      const file = {
        payload: png(),
        headers: { ...requestFor('GET', '/').headers, 'content-type': 'image/png' },
      }
      const sent = await app.inject({
        ...requestFor(method.toUpperCase() as 'GET', url),
        ...(method === 'put' && file),
      })
      t.equal(sent.statusCode, 200, name)
      continue
    }
    if (method === 'post' || method === 'put') t.ok(example, `${name} has an example`)
    const sent = await call(method.toUpperCase() as Method, urlOf(operation, project), example)
    if (name === 'post /api/projects') project = String(sent.body.data['id'])
    const expected = Object.keys(operation.responses).filter((status) => status.startsWith('2'))
    const { headers = {} } = operation.responses[sent.status] ?? {}
    const told = answerHeaders.filter((header) => header in sent.headers)
    t.same(Object.keys(headers).toSorted(), told.toSorted(), `${name} describes its headers`)
    // The records that others still refer to say so.
    if (method === 'delete' && sent.status === 409) t.equal(sent.body['code'], 'IN_USE', name)
    else
      t.ok(expected.includes(String(sent.status)), `${name}: ${sent.status} ${sent.body['error']}`)
  }
})

const nasty = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    '\u0000',
    '\ud800',
    '=1+1',
    '<script>',
    "'; drop table x; --",
    '../../etc/passwd',
    '9'.repeat(400),
    'x'.repeat(20_000),
    -0,
    1e308,
    1e-320,
    Number('9007199254740993'),
    0.1 + 0.2,
    2_147_483_648,
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.double(),
)
const keys = fc.constantFrom(
  ...new Set([
    ...entities.flatMap(fieldKeys),
    ...kindsOfLink.map(idKeyOf),
    ...'id pricing costPrice priceFactor quantity sortOrder value editable'.split(' '),
    ...'entityType entityId kind fileName'.split(' '),
  ]),
)
const bodies = fc.oneof(
  fc.dictionary(keys, nasty, { maxKeys: 6 }).map((body) => JSON.stringify(body)),
  fc
    .record({ name: nasty, description: nasty, pricing: fc.dictionary(keys, nasty) })
    .map((b) => JSON.stringify(b)),
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('{"__proto__":{"x":1}}', '{"a":1,', '[]', 'null', '"x"', '{"name":"\\u0000"}'),
)
const ids = fc.constantFrom(
  '1',
  '2',
  '0',
  '-1',
  '1.5',
  'abc',
  '99999999999',
  '%00',
  '..%2f',
  'componenttype-1',
)
const names = [...entities.map(({ name }) => name), 'pricing']
const urls = fc.oneof(
  fc.constantFrom(...names.map((name) => `/api/${name}`), '/api/objects/upload', '/api/ukjent'),
  fc.tuple(fc.constantFrom(...names), ids).map(([name, id]) => `/api/${name}/${id}`),
  fc
    .tuple(ids, fc.constantFrom(...kindsOfLink.map(pathOf), 'attributes', 'clone'))
    .map(([id, path]) => `/api/assemblytypes/${id}/${path}`),
)
const requests = fc.record({
  method: fc.constantFrom('POST', 'PUT', 'DELETE'),
  url: urls,
  payload: bodies,
  key: fc.option(fc.string({ unit: 'grapheme-ascii', maxLength: 250 })),
  ifMatch: fc.option(fc.constantFrom('"0"', '*', 'tull', '"', '"99999999999999999999"')),
})

const runs = Number(process.env['FUZZ_RUNS'] ?? 400)

test(`hostile requests (${runs}) are refused as what they are: no 5xx, and nothing of a refused one stored`, async (t) => {
  const { app, log, call } = await createTestService(t)
  await stock(call)
  const seen: Record<number, number> = {}
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, url, payload, key, ifMatch }) => {
      const before = log.events.length
      const reply = await app.inject({
        method: method as 'POST',
        url,
        payload,
        headers: {
          ...requestFor('GET', '/').headers,
          'content-type': 'application/json',
          ...(key && { 'idempotency-key': key.replace(/[^\x20-\x7e]/g, '') }),
          ...(ifMatch && { 'if-match': ifMatch }),
        },
      })
      seen[reply.statusCode] = (seen[reply.statusCode] ?? 0) + 1
      if (reply.statusCode >= 500) throw new Error(`${reply.statusCode} ${reply.payload}`)
      const { success, error } = reply.json<{ success: boolean; error?: string }>()
      if (success !== reply.statusCode < 300) throw new Error('the answer does not say so')
      if (!success && !error) throw new Error('no text')
      if (!success && log.events.length !== before) throw new Error('something was stored')
    }),
    { numRuns: runs, verbose: 1 },
  )
  t.ok(seen[400]! > runs / 10, JSON.stringify(seen))
  for (const { data } of log.events) {
    const text = JSON.stringify(data)
    if (text.includes('\\u0000')) t.fail('NUL was stored')
  }
})
