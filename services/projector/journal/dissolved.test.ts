import { test } from 'tap'
import { assembly } from '#contracts/catalogue/index.ts'
import type { JournalItem } from '#contracts/history.ts'
import { dissolved, registered, subLinked } from '../testing/events.ts'
import { querySide } from '../testing/query-side.ts'

test('the journal names what a deleted assembly was taken out of, as it was called then', async (t) => {
  const side = await querySide(t)
  const names = ['Celle', 'Linje', 'Bane', 'Tårn', 'Kran', 'Heis']
  await side.given(
    ...names.map((name, at) => registered(assembly, at + 1, { name })),
    ...[2, 3, 4, 5, 6].map((id) => subLinked(id, 1)),
    subLinked(5, 6),
    dissolved(1),
    dissolved(6),
    dissolved(2),
  )
  const reply = await side.get('/api/journal?kind=AssemblyDissolved', {}, 'revisor')
  const { data } = reply.json() as { data: JournalItem[] }
  t.same(
    data.map(({ text }) => text),
    [
      'Sammenstilling «Linje» var ikke i noen annen sammenstilling da den ble slettet.',
      'Sammenstilling «Heis» ble koblet fra «Kran».',
      'Sammenstilling «Celle» ble koblet fra «Linje», «Bane», «Tårn» og 2 andre.',
    ],
  )
})
