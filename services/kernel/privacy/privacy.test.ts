import { test, type Test } from 'tap'
import type { NewEvent } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { openKeyring } from './keyring.ts'
import { privateLog, subjectOf } from './private-log.ts'
import { isSealed, keyIdOf, seal, unseal } from './sealing.ts'

const keyringOf = async (t: Test) => {
  const keyring = await openKeyring(await testDatabase(t))
  t.teardown(() => keyring.close())
  return keyring
}
const metadata = { commandId: 'c', user: 'kari', at: '2026-01-01T00:00:00.000Z', v: 1 }
const event = (type: string, data: unknown): NewEvent => ({
  id: crypto.randomUUID(),
  type,
  data,
  metadata,
})
const contact = { contactPerson: 'Kari Nordmann', contactEmail: 'kari@x.no', contactPhone: '' }
const registered = event('ItemRegistered', {
  entity: 'suppliers',
  id: 1,
  values: { name: 'Ahlsell', ...contact },
})

test('an encrypted text decrypts only with its key, in its place and unchanged', async (t) => {
  const key = Buffer.alloc(32, 1)
  const sealed = seal('Kåre & Ø', 'k1', key, 'supplier-1/contactPerson')
  t.ok(isSealed(sealed))
  t.equal(keyIdOf(sealed), 'k1')
  t.equal(unseal(sealed, key, 'supplier-1/contactPerson'), 'Kåre & Ø')
  t.equal(unseal(sealed, key, 'supplier-2/contactPerson'), undefined)
  t.equal(unseal(sealed, Buffer.alloc(32, 2), 'supplier-1/contactPerson'), undefined)
  t.equal(unseal(`${sealed.slice(0, -4)}AAAA`, key, 'supplier-1/contactPerson'), undefined)
  t.not(seal('Kåre & Ø', 'k1', key, 'supplier-1/contactPerson'), sealed, 'a random nonce')
})

test('personal data is encrypted in every type of event', async (t) => {
  const log = memoryLog()
  const data = { entity: 'suppliers', id: 1, changes: contact }
  await privateLog(log, await keyringOf(t)).append(
    'supplier-1',
    [event('ItemMended', data)],
    'none',
  )
  const [written] = await log.read('supplier-1')
  t.ok(isSealed((written!.data as typeof data).changes.contactPerson))
})

test('personal data is encrypted in the log and decrypted for services', async (t) => {
  const raw = memoryLog()
  const log = privateLog(raw, await keyringOf(t))
  await log.append('supplier-1', [registered], 'none')
  const logText = JSON.stringify(raw.events.map(({ data }) => data))
  t.notMatch(logText, /Kari Nordmann|kari@x\.no/)
  t.match(logText, 'Ahlsell')
  t.match(raw.events[0]!.data, { values: { contactPerson: /^sealed:1:/, contactPhone: '' } })
  t.same((await log.read('supplier-1'))[0]!.data, registered.data)
  t.same((await log.readAll(null, 10))[0]!.data, registered.data)
  const stop = new AbortController()
  await log.follow(null, {
    signal: stop.signal,
    handle: async (events) => {
      t.same(events[0]!.data, registered.data)
    },
    caughtUp: () => stop.abort(),
  })
})

test('text of a deleted key reads as empty, text of a newer key does not', async (t) => {
  const keyring = await keyringOf(t)
  const log = privateLog(memoryLog(), keyring)
  await log.append('supplier-1', [registered], 'none')
  const { id } = await keyring.renew(subjectOf('suppliers', 1))
  const changes = { contactEmail: 'ola@x.no' }
  const revised = event('ItemRevised', { entity: 'suppliers', id: 1, changes })
  await log.append('supplier-1', [revised], 0n)
  await keyring.shred(subjectOf('suppliers', 1), id)
  const [first, second] = await log.read('supplier-1')
  t.match(first!.data, { values: { name: 'Ahlsell', contactPerson: '', contactEmail: '' } })
  t.match(second!.data, { changes: { contactEmail: 'ola@x.no' } })
})

test('old unencrypted events and other events are unchanged', async (t) => {
  const raw = memoryLog()
  const log = privateLog(raw, await keyringOf(t))
  await raw.append('supplier-1', [registered], 'none')
  const other = event('ItemRegistered', { entity: 'componenttypes', id: 1, values: { notes: 'x' } })
  await log.append('componenttype-1', [other], 'none')
  t.same(raw.events[1]!.data, other.data)
  t.same(
    (await log.readAll(null, 10)).map(({ data }) => data),
    [registered.data, other.data],
  )
})

test('two services share keys and secrets, and deleted keys are gone for both', async (t) => {
  const url = await testDatabase(t)
  const [one, other] = await Promise.all([openKeyring(url), openKeyring(url)])
  t.teardown(() => Promise.all([one.close(), other.close()]))
  const key = await one.current('suppliers/1')
  t.same(await other.current('suppliers/1'), key)
  t.same(await one.secret('requests'), await other.secret('requests'))
  t.same(await one.subjects(), ['suppliers/1'])
  await other.shred('suppliers/1')
  t.same(await one.subjects(), [])
  t.equal((await one.find([key.id])).size, 0)
})
