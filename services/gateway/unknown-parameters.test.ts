import { test } from 'tap'
import { refusesUnknownParameters, type Paths } from '#kernel/testing/unknown-parameters.ts'
import { startTestGateway } from './testing/test-gateway.ts'

test('every call of the gateway refuses unknown parameters', async (t) => {
  const gateway = await startTestGateway(t)
  const someone = await gateway.signedIn('administrator')
  const paths = gateway.app.swagger().paths as Paths
  const walked = await refusesUnknownParameters(t, paths, ({ method, url, body }) =>
    someone(method.toUpperCase(), url, body),
  )
  t.ok(walked > 20, `${walked} calls`)
  t.equal((await someone('GET', '/assemblies?q=linje')).status, 200, 'pages may have any')
  const { body } = await someone('GET', '/api/componenttypes?q=x&ukjent=1')
  t.match(body.data, { url: '/api/componenttypes?q=x&ukjent=1' }, 'services check their own')
})
