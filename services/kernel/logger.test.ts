import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { oncePerInterval, plainError } from './logger.ts'

test('equal warnings are written once a second, then the last one with a count', async (t) => {
  const written: unknown[] = []
  const limited = oncePerInterval(50)
  const fail = (id: string, level = 50) => {
    const error = new Error(`no answer to an append to ${id}`)
    limited([{ err: error, id }, 'failed'], level, (args) => written.push(args[0]))
  }
  for (const id of ['supplier-1', 'supplier-22', 'supplier-333']) fail(id)
  fail('supplier-1', 40)
  limited([new Error('something else')], 50, (args) => written.push(args[0]))
  t.equal(written.length, 3, 'other levels and causes are not suppressed')
  t.match(written[0], { id: 'supplier-1' })
  while (written.length < 4) await sleep(10)
  t.match(written[3], { id: 'supplier-333', repeated: 2 }, 'the last one, with a count')
  await sleep(100)
  t.equal(written.length, 4)
})

test('an error is logged with its cause, but without the values of a statement', (t) => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', values: ['Kari'] })
  const logged = plainError(new Error('not written', { cause }))
  t.match(logged, { message: 'not written', cause: { message: 'duplicate key', code: '23505' } })
  t.notMatch(JSON.stringify(logged), 'Kari')
  t.end()
})

test('of several errors at once, each is logged, and only equal ones are suppressed', (t) => {
  const failed = (place: string) => {
    const cause = new Error('no answer')
    return new AggregateError([new Error(`${place} failed`, { cause })], 'Not every place has it')
  }
  t.match(plainError(failed('AUDIT_FOLDER')), {
    message: 'Not every place has it',
    errors: [{ message: 'AUDIT_FOLDER failed', cause: { message: 'no answer' } }],
  })
  const written: unknown[] = []
  const limited = oncePerInterval(50)
  for (const place of ['AUDIT_FOLDER', 'AUDIT_S3_ENDPOINT', 'AUDIT_FOLDER'])
    limited([{ err: failed(place) }], 50, (args) => written.push(args))
  t.equal(written.length, 2)
  t.end()
})
