import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import { test, type Test } from 'tap'
import { StoreUnavailable, type EventLog } from '#contracts/event-log.ts'
import { component } from '#contracts/catalogue/index.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { requestFor } from '#kernel/testing/requests.ts'
import { caller, createTestService, stock, startService } from '../testing/service.ts'
import { forgetLog, checkpointFile } from './log-checkpoint.ts'

const pathFor = async (t: Test) => {
  const folder = await mkdtemp(join(tmpdir(), 'stykkliste-snapshot-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'model')
}

/** A log that tells from where it was followed. */
const watched = (log: EventLog) => {
  const from: (bigint | null)[] = []
  const follow: EventLog['follow'] = (after, follower) => {
    from.push(after)
    return log.follow(after, follower)
  }
  return { from, log: { ...log, follow } }
}

const key = { 'idempotency-key': '00000000-0000-4000-8000-000000000001' }

const lived = async (t: Test) => {
  const snapshot = await pathFor(t)
  const log = memoryLog()
  const files = { '/objects/uploads/a': null }
  const service = await createTestService(t, { log, snapshot, files })
  const { call } = service
  await stock(call)
  await call('PUT', '/api/componenttypes/1', {
    itoArticlenumber: 'K-1',
    image: '/objects/uploads/a',
  })
  await call('POST', '/api/assemblytypes/1/components', { componentId: 1 })
  await call('POST', '/api/assemblytypes/1/subassemblies', { childAssemblyId: 2, quantity: 4 })
  await call('POST', '/api/assemblytypes/1/clone', { name: 'Kopi' })
  await call('POST', '/api/assemblytypes', { name: 'x', description: 'x' }, key)
  await call('DELETE', '/api/assemblytypes/4')
  await call('POST', '/api/suppliers', { name: 'Sørvik', orderEmail: 's@s.example' })
  await call('PUT', '/api/componenttypes/1/offers/2', { supplierArticlenumber: 'S-1' })
  await call('POST', '/api/projects', { projectNumber: 'P', monitor1: 'x' })
  await service.stop()
  return { snapshot, log, dump: service.model.dump() }
}

test('a start from a snapshot knows what a start from the whole log knows', async (t) => {
  const { snapshot, log, dump } = await lived(t)
  const { from, log: followed } = watched(log)
  const { call, model, commands } = await createTestService(t, { log: followed, snapshot })
  t.same(from, [log.events.at(-1)!.position], 'nothing is read again')
  t.same(model.dump(), dump)
  const anew = await createTestService(t, { log })
  t.same(anew.model.dump(), dump)

  t.match((await call('POST', '/api/assemblytypes/2/subassemblies', { childAssemblyId: 3 })).body, {
    code: 'CYCLE',
    error: /Stasjon → Kopi → Stasjon/,
  })
  t.match((await call('DELETE', '/api/componenttypes/1')).body, { error: /Linje, Kopi/ })
  t.match((await call('DELETE', '/api/suppliers/2')).body, { error: /1 komponent: Skrue M8/ })
  t.match(await commands.find(component, 'itoArticlenumber', 'K-1'), [{ id: 1 }])
  t.same([...model.records('componenttypes').files()], ['a'])
  const made = await call('POST', '/api/assemblytypes', { name: 'y', description: 'y' })
  t.equal(made.body.data['id'], 5, 'ids go on, also after one that was deleted')
  const again = await call('POST', '/api/assemblytypes', { name: 'x', description: 'x' }, key)
  t.same([again.status, again.body.data['id']], [201, 4], 'and keys are remembered')
})

test('what came after the snapshot comes from the log', async (t) => {
  const { snapshot, log } = await lived(t)
  const between = await createTestService(t, { log })
  await between.call('PUT', '/api/suppliers/1', { name: 'Onninen' })
  await between.call('POST', '/api/assemblytypes/2/motors', { motorId: 1 })
  const { call } = await createTestService(t, { log, snapshot })
  t.match((await call('DELETE', '/api/suppliers/1')).body, { code: 'IN_USE' })
  t.match((await call('PUT', '/api/componenttypes/1', { notes: 'x' })).body.data, {
    supplierName: 'Onninen',
  })
  t.match((await call('DELETE', '/api/motortypes/1')).body, { error: /Stasjon/ })
})

test('a snapshot that is damaged or of other definitions is left alone', async (t) => {
  const { snapshot, log } = await lived(t)
  const good = await readFile(snapshot)
  const startsAnew = async (content: Buffer, followedLog: EventLog) => {
    await writeFile(snapshot, content)
    await rm(checkpointFile(snapshot), { force: true })
    const { from, log: followed } = watched(followedLog)
    const { stop } = await createTestService(t, { log: followed, snapshot })
    await stop()
    return from[0] === null
  }
  const damaged = Buffer.from(good)
  damaged[good.length - 10]! ^= 1
  t.ok(await startsAnew(damaged, log))
  t.ok(await startsAnew(good.subarray(0, good.length - 1), log))
  t.ok(
    await startsAnew(
      Buffer.from(good.toString('latin1').replace(/"format":"./, '"format":"x'), 'latin1'),
      log,
    ),
  )
  t.ok(await startsAnew(Buffer.alloc(0), log))
  t.notOk(await startsAnew(good, log), 'the good one is used')
})

test('a snapshot of which a part is missing is not used in part, and the next start replays', async (t) => {
  const { snapshot, log, dump } = await lived(t)
  const content = await readFile(snapshot)
  const end = content.indexOf(10)
  const bytes = serialize({
    ...(deserialize(content.subarray(end + 1)) as object),
    keys: undefined,
  })
  const head = JSON.parse(content.toString('utf8', 0, end)) as object
  const digest = createHash('sha256').update(bytes).digest('hex')
  await writeFile(
    snapshot,
    Buffer.concat([Buffer.from(`${JSON.stringify({ ...head, digest })}\n`), bytes]),
  )
  const options = { log, snapshot }
  const half = await startService(options)
  await t.rejects(half.ready)
  const body = { name: 'x', description: 'x' }
  t.match(await caller(half)('POST', '/api/assemblytypes', body), { status: 503 })
  await half.stop()
  const { model } = await createTestService(t, { log, snapshot })
  t.same(model.dump(), dump)
})

test('another log than the one followed before is not taken, until it is said to be the right one', async (t) => {
  const other = memoryLog()
  await stock((await createTestService(t, { log: other })).call)
  for (const lost of [checkpointFile, (snapshot: string) => snapshot])
    for (const log of [memoryLog(), other]) {
      const { snapshot } = await lived(t)
      await rm(lost(snapshot))
      const service = await startService({
        log,
        snapshot,
      })
      t.teardown(service.stop)
      const body = { name: 'x', description: 'x' }
      const before = log.events.length
      t.match(await caller(service)('POST', '/api/assemblytypes', body), {
        status: 503,
        body: { code: 'UNAVAILABLE' },
      })
      t.equal(log.events.length, before)
      const reason = async () =>
        (await service.app.inject(requestFor('GET', '/internal/health'))).json().reason
      while ((await reason()) === 'Hendelsesloggen leses.') await delay(5)
      t.match(await reason(), /Hendelsesloggen er ikke den som er lest før.*rebuild/)

      await forgetLog(snapshot)
      await service.ready
      t.match(await caller(service)('POST', '/api/assemblytypes', body), { status: 201 })
    }
})

test('how far the log was followed is kept from its first event on', async (t) => {
  const snapshot = await pathFor(t)
  const { call } = await createTestService(t, { snapshot })
  await stock(call)
  for (let i = 0; i < 200; i++) {
    const text = await readFile(checkpointFile(snapshot), 'utf8').catch(() => '')
    if (text !== '') return void t.match(JSON.parse(text), { position: /^\d+$/, id: String })
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  t.fail('no checkpoint')
})

test('snapshots are written as the log grows', async (t) => {
  const snapshot = await pathFor(t)
  const { log } = await createTestService(t, { snapshot })
  const metadata = { commandId: 'x', user: 'x', at: '2026-01-01T00:00:00.000Z', v: 1 }
  const revised = (notes: string) => ({
    id: crypto.randomUUID(),
    type: 'ItemRevised',
    data: { entity: 'componenttypes', id: 1, changes: { notes } },
    metadata,
  })
  for (let i = 1; i <= 26; i++)
    await log.append(
      `componenttype-${i}`,
      Array.from({ length: 1_000 }, (_, n) => revised(`${n}`)),
      'none',
    )
  for (let i = 0; i < 100; i++)
    try {
      t.ok((await stat(snapshot)).size > 500)
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  t.fail('no snapshot')
})

test('a start from a snapshot waits for an event store that lets nobody in', async (t) => {
  const { snapshot, log, dump } = await lived(t)
  let asked = 0
  const read: EventLog['read'] = async (stream, from) => {
    if (++asked === 1) throw new StoreUnavailable('16 UNAUTHENTICATED')
    return log.read(stream, from)
  }
  const { model } = await createTestService(t, { log: { ...log, read }, snapshot })
  t.ok(asked > 1)
  t.same(model.dump(), dump)
})
