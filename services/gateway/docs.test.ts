import { test } from 'tap'
import { startTestGateway } from './testing/test-gateway.ts'

test('the whole API is one OpenAPI document with a page', async (t) => {
  const body = { $ref: '#/components/schemas/Item' }
  const gateway = await startTestGateway(t, {
    commandPaths: { '/api/suppliers': { post: { body } } },
    projectorPaths: { '/api/suppliers': { get: { body } }, '/api/pricing': { get: {} } },
  })
  const someone = await gateway.signedIn('leser')
  const { body: document } = await someone('GET', '/api/docs/json')
  t.equal(document['openapi'], '3.1.0')
  const paths = document['paths'] as Record<string, object>
  t.same(Object.keys(paths['/api/suppliers'] ?? {}).toSorted(), ['get', 'post'])
  for (const path of ['/api/pricing', '/api/session', '/api/access/users/{id}'])
    t.ok(paths[path], path)
  t.notOk(Object.keys(paths).some((path) => path.includes('*')))
  for (const [path, item] of Object.entries(paths).filter(([name]) =>
    /^\/api\/(access|session|health)/.test(name),
  ))
    for (const operation of Object.values(item)) {
      t.match(operation, { summary: String, tags: [String], responses: {} }, path)
      const { requestBody } = operation as { requestBody?: object }
      if (requestBody) t.match(JSON.stringify(requestBody), /"example/, `${path} has an example`)
    }

  const log = JSON.stringify(paths['/api/access/security-log'])
  t.match(log, /"next"/, 'the next page of the security log is described')

  const page = await someone('GET', '/api/docs/')
  t.match(page, { status: 200, text: /swagger-ui/ })
  t.notMatch(page.text, /(src|href)="(https?:)?\/\//, 'no external resources')
  t.notMatch(page.headers.get('content-security-policy'), /script-src[^;]*unsafe/)

  await gateway.projector.close()
  t.equal((await someone('GET', '/api/docs/json')).status, 503, 'not without the part of a service')
})
