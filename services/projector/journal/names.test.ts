import { test } from 'tap'
import { assembly, component, supplier } from '#contracts/catalogue/index.ts'
import type { HistoryItem } from '#contracts/history.ts'
import { inAssembly, partLinked, registered, removed, revised } from '../testing/events.ts'
import { data } from '../testing/query.ts'
import { querySide } from '../testing/query-side.ts'

test('what a change refers to is named as it was then, and as it is now', async (t) => {
  const side = await querySide(t)
  const attribute = { attributeId: 7, description: 'Spenning', value: '400', unit: 'V' }
  await side.given(
    registered(supplier, 1, { name: 'Ahlsell' }),
    registered(supplier, 2, { name: 'Onninen' }),
    registered(component, 1, { description: 'Skrue', supplierId: 1 }),
    registered(assembly, 1, { name: 'Linje' }),
    partLinked(1, 'component', 1),
    inAssembly(1, 'AttributeAdded', {
      ...attribute,
      drawingNumber: null,
      editable: true,
      sortOrder: 0,
    }),
    revised(component, 1, { description: 'Bolt', supplierId: 2 }),
    revised(supplier, 1, { name: 'Ahlsell Norge' }),
    removed(supplier, 2),
  )
  const namesIn = async (path: string) =>
    (await data<HistoryItem[]>(side, `/api/${path}`)).map(({ names }) => names).toReversed()
  const [made, revision] = await namesIn('componenttypes/1/history')
  t.same(made, { 'suppliers/1': { name: 'Ahlsell', now: 'Ahlsell Norge' } })
  t.match(revision, { 'suppliers/2': { name: 'Onninen', now: null } })
  const [, linked, described] = await namesIn('assemblytypes/1/history')
  t.same(linked, { 'componenttypes/1': { name: 'Skrue', now: 'Bolt' } })
  t.same(described, { 'attributes/7': { name: 'Spenning', now: 'Spenning' } })
})

test('a long name is cut between its signs', async (t) => {
  const side = await querySide(t)
  const start = `${'a'.repeat(79)}😀`
  await side.given(
    registered(component, 1, { description: `${start}b` }),
    revised(component, 1, {}),
  )
  const [newest] = await data<HistoryItem[]>(side, '/api/componenttypes/1/history')
  t.equal(newest?.text, `Komponent «${start}…» ble lagret uten endringer.`)
})
