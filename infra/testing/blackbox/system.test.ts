import { test } from 'tap'
import { someEvents } from '../../eventstore/testing/events.ts'
import { openLog } from '../../eventstore/testing/log.ts'
import { testStore } from '../../eventstore/testing/store.ts'
import { asAdministrator, systemFor } from './system.ts'

test('a log that is not empty is refused with a message, without waiting', async (t) => {
  const { url } = await testStore(t)
  await openLog(t, url).append('a', someEvents(1), 'none')
  await t.rejects(systemFor(t, { EVENTSTORE_URL: url }), { message: /is not empty/ })
})

test('neither a proxy for the internet nor settings of psql count for what is on this machine', async (t) => {
  const proxy = 'http://127.0.0.1:9'
  const { base } = await systemFor(t, {
    http_proxy: proxy,
    https_proxy: proxy,
    no_proxy: 'firma.no',
    no_grpc_proxy: 'firma.no',
    NODE_USE_ENV_PROXY: '1',
    PGHOST: 'db.firma.no',
    PGSSLMODE: 'require',
  })
  const client = await asAdministrator(base)
  const supplier = { name: 'Festo', orderEmail: 'ordre@festo.no' }
  t.equal((await client('POST', '/api/suppliers', supplier)).status, 201)
  t.match((await client('GET', '/api/suppliers')).body, { data: [{ name: 'Festo' }] })
})
