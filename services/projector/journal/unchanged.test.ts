import { test } from 'tap'
import { component, supplier } from '#contracts/catalogue/index.ts'
import type { HistoryItem } from '#contracts/history.ts'
import { registered, revised } from '../testing/events.ts'
import { data } from '../testing/query.ts'
import { querySide } from '../testing/query-side.ts'

test('what changed no value is told in words', async (t) => {
  const side = await querySide(t)
  await side.given(
    registered(supplier, 1, { name: 'Ahlsell' }),
    registered(component, 1, { description: 'Skrue' }),
    // Of contact data that was erased since, nothing is left.
    revised(supplier, 1, {}),
    revised(component, 1, {}),
  )
  const textsIn = async (path: string) =>
    (await data<HistoryItem[]>(side, `/api/${path}/history`)).map(({ text }) => text)
  const erased = 'Leverandør «Ahlsell»: kontaktopplysninger som nå er slettet, ble endret.'
  t.same(await textsIn('suppliers/1'), [erased, null])
  t.same(await textsIn('componenttypes/1'), ['Komponent «Skrue» ble lagret uten endringer.', null])
})
