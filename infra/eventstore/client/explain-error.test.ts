import { test } from 'tap'
import { StoreUnavailable } from '#contracts/event-log.ts'
import { openLog } from '../testing/log.ts'
import { testStore } from '../testing/store.ts'
import { noCertificates as skip, secured } from '../testing/tls.ts'
import { openEventLog } from './open.ts'

test('readers and followers get the reason why the store is unavailable', { skip }, async (t) => {
  const { as, nobody, untrusted } = await secured(t, await testStore(t))
  for (const [url, problem] of [
    [as('admin:wrong'), /godtar ikke brukernavnet og passordet i EVENTSTORE_URL/],
    [nobody, /godtar ikke brukernavnet og passordet i EVENTSTORE_URL/],
    [as('guest:secret'), /har ikke rettighetene/],
    [untrusted, /Sjekk tls og tlsCAFile/],
    ['esdb://127.0.0.1:1?tls=false', /tar ikke imot forbindelser/],
    ['esdb://finnes.ikke.invalid:1?tls=false', /Finner ikke maskinen/],
    [
      'esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=1&discoveryInterval=1',
      /ingen leder/,
    ],
  ] as const) {
    const log = openLog(t, url)
    const error: unknown = await log.last().catch((thrown: unknown) => thrown)
    t.match(error instanceof StoreUnavailable && error.problem, problem, url)
    const stop = new AbortController()
    await log.follow(null, {
      signal: stop.signal,
      handle: async () => undefined,
      lost: (why) => {
        t.match(why, problem, url)
        stop.abort()
      },
    })
  }
})

test('a missing certificate file is named', async (t) => {
  t.throws(() => openEventLog('esdb://localhost:1?tls=true&tlsCAFile=/finnes/ikke.crt'), {
    message: 'Finner ikke filen /finnes/ikke.crt, som tlsCAFile i EVENTSTORE_URL viser til.',
  })
})
