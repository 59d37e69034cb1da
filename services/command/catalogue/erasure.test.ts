import { Client as Postgres } from 'pg'
import { test } from 'tap'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { entities, entityNamed, motor } from '#contracts/catalogue/index.ts'
import { holdsPersonal } from '#contracts/entity.ts'
import { text } from '#contracts/fields.ts'
import { erasureText } from './routes.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { openKeyring } from '#kernel/privacy/keyring.ts'
import { privateLog } from '#kernel/privacy/private-log.ts'
import { createTestService } from '../testing/service.ts'

const supplier = {
  name: 'Ahlsell',
  orderEmail: 'per.hansen@ahlsell.example',
  contactPerson: 'Per Hansen',
  contactEmail: 'per@ahlsell.example',
  contactPhone: '99 88 77 66',
}

const asText = (events: readonly RecordedEvent[]) =>
  JSON.stringify(events.map(({ data, metadata }) => ({ data, metadata })))

test('contact data of a supplier is erased for good, from the log too', async (t) => {
  const raw = memoryLog()
  const keyring = await openKeyring(await testDatabase(t))
  t.teardown(() => keyring.close())
  const log = privateLog(raw, keyring)
  const { call, stop, onErased } = await createTestService(t, { log, keyring })
  const forgotten: string[] = []
  onErased((entity) => void forgotten.push(entity))
  const made = await call('POST', '/api/suppliers', supplier)
  t.match(made.body.data, supplier, 'the answer is open')
  await call('PUT', '/api/suppliers/1', { contactPerson: 'Kari Hansen' })
  const other = await call('POST', '/api/suppliers', { ...supplier, name: 'Onninen' })
  t.notMatch(asText(raw.events), /Hansen|ahlsell\.example|99 88/)

  const key = { 'idempotency-key': '00000000-0000-4000-8000-000000000001' }
  const erased = await call('DELETE', '/api/suppliers/1/contact', undefined, key)
  t.equal(erased.status, 200)
  const left = { ...supplier, contactPerson: '', contactEmail: '', contactPhone: '' }
  t.match(erased.body.data, left, 'the required address stays')
  t.same(forgotten, ['suppliers'], 'other copies are asked for')
  t.same((await call('DELETE', '/api/suppliers/1/contact', undefined, key)).body, erased.body)

  const history = await log.read('supplier-1')
  t.notMatch(asText(history.slice(0, -1)), /Hansen|99 88/, 'the past cannot be read any more')
  t.match(asText(history.slice(-1)), 'per.hansen@ahlsell.example')
  await stop()

  const again = await createTestService(t, { log, keyring })
  t.match((await again.call('PUT', '/api/suppliers/1', { city: 'Oslo' })).body.data, left)
  t.match((await again.call('PUT', '/api/suppliers/2', { city: 'Oslo' })).body.data, {
    ...other.body.data,
    city: 'Oslo',
    updatedAt: String,
  })
  const renewed = await again.call('PUT', '/api/suppliers/1', { contactPerson: 'Ola Hansen' })
  t.match(renewed.body.data, { contactPerson: 'Ola Hansen' }, 'new data can be entered')
  t.same((await again.call('DELETE', '/api/suppliers/1/contact', undefined, key)).body, erased.body)
  t.match(
    asText(await log.read('supplier-1')),
    'Ola Hansen',
    'the same key again erases nothing that came since',
  )

  t.equal((await again.call('DELETE', '/api/suppliers/2')).status, 200)
  t.notMatch(asText(await log.read('supplier-2')), /Hansen/, 'deleting erases too')
  t.same(await keyring.subjects(), ['suppliers/1'])
  t.equal((await again.call('DELETE', '/api/suppliers/2/contact')).status, 404)
})

test('whatever entity has personal fields can be erased, and says what that keeps', async (t) => {
  t.match(
    erasureText(entityNamed('suppliers')),
    /^Kontaktperson, Kontakt e-post og Kontakt telefon tømmes, .*\. Ordre e-post beholdes slik den er nå\.$/,
  )
  const fields = { ...motor.fields, fitter: text('Montør', { personal: true }) }
  t.match(erasureText({ ...motor, name: 'motortypes', fields }), /^Montør tømmes, .*uleselig\.$/)
  const { app } = await createTestService(t)
  const erasing = (name: string) =>
    app.hasRoute({ method: 'DELETE', url: `/api/${name}/:id/contact` })
  for (const entity of entities) t.equal(erasing(entity.name), holdsPersonal(entity), entity.name)
})

test('erasing removes keys and rewrites no table: that would lock out others', async (t) => {
  const url = await testDatabase(t)
  const keyring = await openKeyring(url)
  t.teardown(() => keyring.close())
  const database = new Postgres({ connectionString: url })
  await database.connect()
  t.teardown(() => database.end())
  const files = async () => {
    const sql = `select pg_relation_filenode('privacy.keys') as keys,
      pg_relation_filenode('pg_catalog.pg_statistic') as statistics`
    return (await database.query(sql)).rows[0]
  }
  const { call, stop } = await createTestService(t, {
    log: privateLog(memoryLog(), keyring),
    keyring,
  })
  await call('POST', '/api/suppliers', supplier)
  const before = await files()
  t.equal((await call('DELETE', '/api/suppliers/1')).status, 200)
  await stop()
  t.same(await keyring.subjects(), [])
  t.same(await files(), before)
})

test('what a request asked cannot be guessed from the log', async (t) => {
  const raw = memoryLog()
  const keyring = await openKeyring(await testDatabase(t))
  t.teardown(() => keyring.close())
  const { call } = await createTestService(t, { log: privateLog(raw, keyring), keyring })
  const headers = { 'idempotency-key': '00000000-0000-4000-8000-000000000001' }
  await call('POST', '/api/suppliers', supplier, headers)
  const plain = memoryLog()
  await (
    await createTestService(t, { log: plain })
  ).call('POST', '/api/suppliers', supplier, headers)
  t.not(raw.events[0]!.metadata['request'], plain.events[0]!.metadata['request'])
})
