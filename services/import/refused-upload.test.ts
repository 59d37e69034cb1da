import { Pool } from 'undici'
import { test } from 'tap'
import { asUser } from '#kernel/testing/requests.ts'
import { startImporter, multipartBody, multipartHeaders } from './testing/importing.ts'

test('what is left of a refused upload does not stand in the way of the next request', async (t) => {
  const { app } = await startImporter(t)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const pool = new Pool(address, { connections: 1, pipelining: 1 })
  t.teardown(async () => {
    await pool.destroy()
    await app.close()
  })
  for (let i = 0; i < 20; i++) {
    // Refused at its first field, with a file behind it that nobody takes.
    const file = 'Beskrivelse\r\n' + 'Lager\r\n'.repeat(30_000)
    const refused = await pool.request({
      method: 'POST',
      path: '/api/csv-import/componenttypes',
      headers: { ...asUser(), ...multipartHeaders },
      body: multipartBody(file, { mapping: 'x'.repeat(200_000) }),
    })
    t.equal(refused.statusCode, 400)
    await refused.body.dump()
    const next = await pool.request({
      method: 'GET',
      path: '/internal/health',
      headers: asUser(),
    })
    t.equal(next.statusCode, 200)
    await next.body.dump()
  }
})
