import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'tap'
import { memoryLog, type MemoryLog } from '#contracts/testing/memory-log.ts'
import { createTestService, type Call, type Reply } from '../testing/service.ts'

/** As far away as a store is, so that commands overlap. */
const distant = (log: MemoryLog): MemoryLog => ({
  ...log,
  append: async (...args) => {
    await pause(1)
    return log.append(...args)
  },
  read: async (...args) => {
    await pause(1)
    return log.read(...args)
  },
})

const create = (call: Call, projectNumber: string, headers = {}) =>
  call('POST', '/api/projects', { projectNumber, monitor1: 'x' }, headers)

const numbers = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`)

test('different projects made at once are all made, however many there are already', async (t) => {
  const { call } = await createTestService(t, { log: distant(memoryLog()) })
  const all: string[] = []
  const replies: Reply[] = []
  // A slow machine does not make more at a time before their deadline.
  for (const wave of ['A', 'B', 'C', 'D']) {
    const made = numbers(200, wave)
    all.push(...made)
    replies.push(...(await Promise.all(made.map((number) => create(call, number)))))
  }
  t.same(new Set(replies.map(({ status }) => status)), new Set([201]))
  t.equal(new Set(replies.map(({ body }) => body.data['id'])).size, all.length)
})

test('one number raced for is given once, and the others are told that it is taken', async (t) => {
  const { call } = await createTestService(t, { log: distant(memoryLog()) })
  const races = numbers(20, 'P').flatMap((number) => Array.from({ length: 10 }, () => number))
  const replies = await Promise.all(races.map((number) => create(call, number)))
  const made = replies.filter(({ status }) => status === 201)
  t.same(new Set(made.map(({ body }) => body.data['projectNumber'])), new Set(races))
  t.equal(made.length, 20)
  for (const { status, body } of replies.filter(({ status }) => status !== 201))
    t.match([status, body], [409, { code: 'DUPLICATE' }])
})

test('only who says which version they saw is told of a conflict', async (t) => {
  const { call } = await createTestService(t, { log: distant(memoryLog()) })
  const { body, headers } = await create(call, 'P')
  const url = `/api/projects/${String(body.data['id'])}`
  const edits = await Promise.all(
    numbers(64, 'M').map((monitor2) => call('PUT', url, { monitor2 })),
  )
  t.same(new Set(edits.map(({ status }) => status)), new Set([200]))
  const stale = await call('PUT', url, { monitor2: 'y' }, { 'if-match': headers['etag']! })
  t.match([stale.status, stale.body], [409, { code: 'CONFLICT' }])
})
