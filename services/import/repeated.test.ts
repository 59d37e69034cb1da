import { test } from 'tap'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { asUser } from '#kernel/testing/requests.ts'
import { createTestService } from '#command/testing/service.ts'
import {
  aPlace,
  startImporter,
  asLeft,
  mountImports,
  multipartBody,
  multipartHeaders,
} from './testing/importing.ts'

const file = (n: number) => `Navn,Ordre e-post\nLeverandør ${n},a@b.no\n`
const keyOf = (n: number) => ({ 'idempotency-key': `nøkkel-${n}` })
const numbers = Array.from({ length: 20 }, (_, n) => n)

test('imports that a crash interrupted are done once when they are asked for again at once', async (t) => {
  const first = await startImporter(t)
  for (const n of numbers) {
    const { body } = await first.send('suppliers', file(n), {}, keyOf(n))
    const one = (await first.imports.jobs.find(body.importId))!
    // As they are while their file is looked through.
    await first.imports.jobs.repository.save({
      ...one.job,
      state: 'checking',
      stage: 'check',
      rows: 0,
      answer: null,
      finishedAt: null,
    })
  }

  const service = await createTestService(t, { log: memoryLog() })
  const { imports, pool } = await mountImports(service, await asLeft(t, first))
  t.teardown(async () => {
    await imports.stop()
    await pool.end()
  })
  const asked = async (n: number) => {
    for (let attempt = 0; attempt < 3_000; attempt++) {
      const { statusCode } = await service.app.inject({
        method: 'POST',
        url: '/api/csv-import/suppliers',
        headers: { ...asUser(), ...multipartHeaders, ...keyOf(n) },
        payload: multipartBody(file(n)),
      })
      if (statusCode !== 503) return statusCode
      await new Promise((go) => setTimeout(go, 20))
    }
    return 503
  }
  t.same(await Promise.all(numbers.map(asked)), Array(20).fill(200))
  t.equal(service.log.events.length, 20, 'each once')
})

test('a request that comes again while the first is under way is the same import', async (t) => {
  const { send, events } = await startImporter(t)
  const answers = await Promise.all(numbers.map(() => send('suppliers', file(1), {}, keyOf(1))))
  t.same(new Set(answers.map(({ status }) => status)), new Set([200]))
  t.equal(new Set(answers.map(({ body }) => body.importId)).size, 1)
  t.equal(events().length, 1)
})

test('a stop while a file is looked through leaves nothing that stands in the way of its key', async (t) => {
  const place = await aPlace(t)
  const first = await startImporter(t, { place, isLeft: true })
  const { uploads } = first.imports.jobs
  const { chunks } = uploads
  const opened = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  Object.assign(uploads, {
    chunks: (id: string) =>
      async function* () {
        opened.resolve()
        await stopped.promise
        yield* chunks(id)()
      },
  })
  const sent = first.send('suppliers', file(1), { dryRun: 'true' }, keyOf(1))
  await opened.promise
  const stop = first.imports.stop()
  stopped.resolve()
  await stop
  t.equal((await sent).status, 503)
  const second = await startImporter(t, { place: await asLeft(t, first) })
  t.equal((await second.send('suppliers', file(1), { dryRun: 'true' }, keyOf(1))).status, 200)
})

test('an import that a fault stopped while its file was read is done when it is asked for again', async (t) => {
  const { send, ended, events, imports } = await startImporter(t)
  const { uploads } = imports.jobs
  const { chunks } = uploads
  const outcome = async () => {
    const { body } = await send('suppliers?async=true', file(1), {}, keyOf(1))
    return (await ended(body.data.id)).state
  }
  const unreadable = () => {
    throw new Error('The disk does not answer')
  }
  Object.assign(uploads, { chunks: unreadable })
  t.equal(await outcome(), 'failed')
  Object.assign(uploads, { chunks })
  t.equal(await outcome(), 'done')
  t.equal(events().length, 1)
})
