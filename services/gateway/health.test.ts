import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { startTestGateway, internalToken } from './testing/test-gateway.ts'
import { client } from './testing/client.ts'

test('the system is healthy if both services are', async (t) => {
  const { base, command, projector, signedIn } = await startTestGateway(t)
  const stranger = client(base)
  const health = async (someone = stranger) => {
    await sleep(250)
    return someone('GET', '/api/health')
  }
  t.match(await health(), { status: 200, body: { success: true } })
  projector.healthy = 'Hendelsen 7 (MotorRevised i motortype-3) kan ikke leses inn.'
  const unavailable = (reason: string) => ({ status: 503, body: { code: 'UNAVAILABLE', reason } })
  t.match(
    await health(),
    unavailable('Lesetjenesten er ikke klar.'),
    'no details without the permission',
  )
  t.match(await health(await signedIn('redaktør')), unavailable('Lesetjenesten er ikke klar.'))
  const details = unavailable(`Lesetjenesten: ${projector.healthy}`)
  t.match(await health(await signedIn('administrator')), details)
  const part = { 'x-internal-token': internalToken }
  t.match(await stranger('GET', '/api/health', undefined, part), details)
  await command.close()
  t.match(await health(), { body: { reason: /Skrivetjenesten svarer ikke/ } })
})
