import { test } from 'tap'
import { oncePerSecond, plainError } from './logger.ts'

test('a line of each cause is let through once a second, whatever ids it names', async (t) => {
  let now = 0
  const maySay = oncePerSecond(() => now)
  const failed = (id: string) => [{ err: new Error(`no answer to an append to ${id}`) }, 'failed']
  t.ok(maySay(failed('supplier-1'), 50))
  t.notOk(maySay(failed('supplier-22'), 50), 'the same again')
  t.ok(maySay(failed('supplier-1'), 40), 'of another level')
  t.ok(maySay([new Error('something else')], 50), 'another cause')
  now = 999
  t.notOk(maySay(failed('supplier-1'), 50))
  now = 1_000
  t.ok(maySay(failed('supplier-1'), 50))
})

test('an error is logged with its cause, and without the values of a statement', (t) => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', values: ['Kari'] })
  const logged = plainError(new Error('not written', { cause }))
  t.match(logged, { message: 'not written', cause: { message: 'duplicate key', code: '23505' } })
  t.notMatch(JSON.stringify(logged), 'Kari')
  t.end()
})
