import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { asUser } from '#kernel/testing/requests.ts'
import { createFillingDisk, lowOnSpace } from '#kernel/testing/full-disk.ts'
import { startImporter } from '#import/testing/importing.ts'
import { createTestService } from './testing/service.ts'

test('commands are refused with a sentence while the disk is almost full, and then go on', async (t) => {
  const disk = createFillingDisk()
  const { call, app, log } = await createTestService(t, { disk })
  const supplier = { name: 'Ahlsell', orderEmail: 'ordre@ahlsell.example' }
  const key = { 'idempotency-key': 'a' }
  t.equal((await call('POST', '/api/suppliers', supplier, key)).status, 201)

  disk.fill(true)
  t.match(await call('POST', '/api/suppliers', { ...supplier, name: 'Onninen' }), {
    status: 503,
    body: { code: 'UNAVAILABLE', error: lowOnSpace },
  })
  t.equal(log.events.length, 1, 'nothing was written')
  t.equal((await call('POST', '/api/suppliers', supplier, key)).status, 201, 'nor is it now')
  const health = () => app.inject({ url: '/internal/health', headers: asUser() })
  t.match((await health()).json(), { ok: false, reason: lowOnSpace })

  disk.fill(false)
  t.equal((await call('POST', '/api/suppliers', { ...supplier, name: 'Onninen' })).status, 201)
  t.equal((await health()).statusCode, 200)
})

const rows = 300
const file = [
  'Beskrivelse;Leverandor art.nr;ITO art.nr',
  ...Array.from({ length: rows }, (_, i) => `Del ${i};A-${i};K-${i}`),
].join('\n')

/** A disk that is found full after so many appends. */
const fullAfter = (appends: number) => {
  const disk = createFillingDisk()
  const log = memoryLog()
  let left = appends
  const append: typeof log.append = async (...args) => {
    if (left-- === 0) disk.fill(true)
    return log.append(...args)
  }
  return { disk, log: { ...log, append } }
}

const untilStill = async (count: () => number): Promise<number> => {
  for (let before = -1; ; await sleep(200)) {
    if (before === count()) return before
    before = count()
  }
}

test('an import waits for room on the disk, goes on by itself, and so does its undoing', async (t) => {
  const { disk, log } = fullAfter(100)
  const { send, ask, ended, events } = await startImporter(t, { disk, log })
  const { body } = await send('componenttypes', file, { dryRun: 'true' })
  const url = `/api/csv-import/jobs/${body.importId}`
  t.equal((await ask('POST', `${url}/run`)).status, 202)
  while ((await ask('GET', url)).body.data.error === null) await sleep(20)
  const written = await untilStill(() => events().length)
  t.ok(written > 0 && written < rows, `${written} of ${rows} rows`)
  t.match((await ask('GET', url)).body.data, { state: 'running', error: lowOnSpace }, 'it says why')
  disk.fill(false)
  t.match(await ended(body.importId), { state: 'done', answer: { summary: { created: rows } } })
  t.equal(events().length, rows, 'each once')

  disk.fill(true)
  t.equal((await ask('POST', `${url}/undo`)).status, 202)
  t.equal(await untilStill(() => events().length), rows)
  disk.fill(false)
  t.match(await ended(body.importId), { state: 'undone', undo: { removed: rows } })
})

test('an import that waits for room can be cancelled, and says what was done', async (t) => {
  const { disk, log } = fullAfter(100)
  const { send, ask, ended, events } = await startImporter(t, { disk, log })
  const { body } = await send('componenttypes', file, { dryRun: 'true' })
  const url = `/api/csv-import/jobs/${body.importId}`
  await ask('POST', `${url}/run`)
  while ((await ask('GET', url)).body.data.error === null) await sleep(20)
  t.equal((await ask('DELETE', url)).status, 200)
  t.match(await ended(body.importId), {
    state: 'cancelled',
    answer: { summary: { created: events().length } },
  })
  t.ok(events().length < rows)
})
