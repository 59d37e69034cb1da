import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { startTestGateway } from '../testing/test-gateway.ts'
import type { Reply } from '../testing/client.ts'

const until = async (status: number, ask: () => Promise<Reply>): Promise<void> => {
  while ((await ask()).status !== status) await sleep(200)
}

test('requests to a hanging service fail at once, other services go on', async (t) => {
  const { command, projector, signedIn } = await startTestGateway(t)
  const someone = await signedIn('redaktør')
  t.equal((await someone('GET', '/api/suppliers')).status, 200)

  projector.hangs = true
  const unavailable = { status: 503, body: { code: 'UNAVAILABLE' } }
  t.match(await someone('GET', '/api/suppliers'), unavailable, 'a request that was waiting')
  t.match(await someone('GET', '/api/suppliers'), unavailable, 'a new request')
  t.equal((await someone('POST', '/api/suppliers', {})).status, 201)
  t.equal((await someone('GET', '/api/health')).status, 503)

  projector.hangs = false
  command.hangs = true
  await until(200, () => someone('GET', '/api/suppliers'))
  const health = await someone('GET', '/api/health')
  t.match(health.body, { reason: /Skrivetjenesten svarer ikke/ })
  t.match(await someone('GET', '/objects/a'), unavailable)
  // The hang is detected, so the request is not sent and nothing happened.
  t.match(await someone('POST', '/api/suppliers', {}), unavailable)
  t.equal((await someone('GET', '/api/suppliers')).status, 200)

  command.hangs = false
  await until(201, () => someone('POST', '/api/suppliers', {}))
  command.hangs = true
  const sent = someone('POST', '/api/suppliers', {})
  t.match(await someone('GET', '/objects/a'), unavailable)
  const unknown = { status: 503, body: { code: 'OUTCOME_UNKNOWN' } }
  t.match(
    await Promise.race([sent, sleep(10_000)]),
    unknown,
    'the outcome of a sent command is unknown',
  )
  command.hangs = false
  await until(201, () => someone('POST', '/api/suppliers', {}))
})

test('running queries are aborted if the service cannot answer, not if it lags', async (t) => {
  const { projector, signedIn } = await startTestGateway(t)
  const someone = await signedIn('redaktør')
  projector.healthy = 'Hendelsen 7 kan ikke leses inn.'
  projector.answer = (_seen, reply) => {
    setTimeout(() => reply.end('{"success":true}'), 4_000)
    return true
  }
  t.equal((await someone('GET', '/api/suppliers')).status, 200)
  projector.answers = false
  t.equal((await someone('GET', '/api/suppliers')).status, 503)
})
