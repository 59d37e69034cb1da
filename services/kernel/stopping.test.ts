import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'tap'
import { createApp } from './app.ts'
import { asUser, testToken } from './testing/requests.ts'

test('requests during the stop are refused in Norwegian, with a code', async (t) => {
  const health = () => null
  const app = await createApp({ name: 'prøve', token: testToken, logLevel: 'silent', health })
  const answering = Promise.withResolvers<object>()
  app.get('/slow', { config: { needs: 'read' } }, () => answering.promise)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const headers = Object.entries({ host: 'x', ...asUser('leser') }).map((pair) => pair.join(': '))
  const ask = () => socket.write(['GET /slow HTTP/1.1', ...headers, '', ''].join('\r\n'))
  ask()
  await once(app.server, 'request')
  const closed = app.close()
  ask()
  await once(app.server, 'request')
  answering.resolve({})
  const answers = await text(socket)
  await closed
  t.match(answers, /^HTTP\/1.1 200 [^]*HTTP\/1.1 503 [^]*"code":"UNAVAILABLE"/)
})
