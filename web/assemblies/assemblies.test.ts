import '../testing/dom.ts'
import { test } from 'tap'
import { assembly } from '#contracts/catalogue/assembly.ts'
import { createMatcher } from '#contracts/list/search.ts'
import type { CurrencyTotal } from '#contracts/assembly/cost-answers.ts'
import { cloneDefaults } from './clone-dialog.tsx'
import { documentsOf, sectionsOf } from './list/bom-section.tsx'
import { searchIn } from '../lib/list/use-local-view.ts'
import { byName, orderOf, sortedBy } from './list/list-view.ts'
import { aDetail, anAssembly } from './testing/examples.ts'

type View = Partial<typeof byName> & { search?: string }
const names = ({ search = '', ...sort }: View, list = assemblies) =>
  searchIn(list.toSorted(orderOf({ ...byName, ...sort })), (row) => createMatcher(assembly, row))(
    search,
  ).map(({ name }) => name)

const assemblies = [
  anAssembly(1, { name: 'Åk', type: 'Ramme', createdAt: '2026-01-03T00:00:00Z' }),
  anAssembly(2, { name: 'Linje 10', type: 'Linje', createdAt: '2026-01-01T00:00:00Z' }),
  anAssembly(3, { name: 'linje 2', drawingNumber: 'T-77', createdAt: '2026-01-02T00:00:00Z' }),
]

test('the list starts by name, in Norwegian order, numbers as numbers', async (t) => {
  t.same(names({}), ['linje 2', 'Linje 10', 'Åk'])
})

test('the same sort button reverses the order, another one starts ascending', async (t) => {
  const descending = sortedBy(byName, 'name')
  t.same(names(descending), ['Åk', 'Linje 10', 'linje 2'])
  t.same(sortedBy(descending, 'createdAt'), { key: 'createdAt', descending: false })
  t.same(names({ key: 'createdAt' }), ['Linje 10', 'linje 2', 'Åk'])
  t.same(names({ key: 'type' }), ['Linje 10', 'Åk', 'linje 2'], 'without a type last')
  t.same(names({ key: 'type', descending: true }), ['Åk', 'Linje 10', 'linje 2'], 'last here too')
})

test('assemblies alike stand by number in both directions, as in a filtered list and an export', async (t) => {
  const alike = [3, 1, 2].map((id) => anAssembly(id, { name: `Ramme ${id}`, type: 'Ramme' }))
  for (const descending of [false, true])
    t.same(names({ key: 'type', descending }, alike), ['Ramme 1', 'Ramme 2', 'Ramme 3'])
})

test('sorting by cost puts kroner first, then other currencies, and assemblies without cost last', async (t) => {
  const costing = (id: number, ...totals: CurrencyTotal[]) =>
    anAssembly(id, { name: `${id}`, cost: { totals, complete: true, reasons: [] } })
  const sum = (currency: CurrencyTotal['currency'], cost: number, sales = cost) => ({
    currency,
    cost,
    sales,
  })
  const list = [
    costing(1, sum('EUR', 5)),
    costing(2),
    costing(3, sum('NOK', 20, 1)),
    costing(4, sum('NOK', 3)),
  ]
  t.same(names({ key: 'costPrice' }, list), ['4', '3', '1', '2'])
  t.same(names({ key: 'costPrice', descending: true }, list), ['3', '4', '1', '2'])
  t.same(names({ key: 'salesPrice' }, list), ['3', '4', '1', '2'])
})

test('equal names have the same order however the list was read', async (t) => {
  const twins = [anAssembly(2, { name: 'X' }), anAssembly(1, { name: 'x' })]
  t.same(names({}, twins), ['x', 'X'])
  t.same(names({}, twins.toReversed()), ['x', 'X'])
})

test('search ignores case and looks in name, description and drawing number', async (t) => {
  t.same(names({ search: 'LINJE' }), ['linje 2', 'Linje 10'])
  t.same(names({ search: 't-77' }), ['linje 2'])
  t.same(names({ search: ' 3 beskrivelse ' }), ['linje 2'], 'words in any order')
  t.same(names({ search: 'ramme' }), [], 'the type has a filter of its own')
})

test('a card has a section for each kind with items', async (t) => {
  const { bomDetails } = anAssembly(1)
  const sections = sectionsOf(
    anAssembly(1, {
      bomDetails: { ...bomDetails, sensors: [aDetail(1)], subassemblies: [aDetail(2)] },
    }),
  )
  t.same(
    sections.map(({ title }) => title),
    ['Sensorer', 'Underenheter'],
  )
  t.same(sectionsOf(anAssembly(1)), [])
})

test('documents are the data sheet, the drawing, and the other files by name', async (t) => {
  t.same(
    documentsOf(
      anAssembly(1, {
        dataSheet: '/objects/uploads/a.pdf',
        otherFiles: ['/objects/uploads/b.txt'],
      }),
    ),
    [
      { label: 'Datablad', path: '/objects/uploads/a.pdf' },
      { label: null, path: '/objects/uploads/b.txt' },
    ],
  )
})

test('a clone is named after its source', async (t) => {
  t.same(cloneDefaults({ name: 'Linje', description: 'Transport' }), {
    name: 'Linje - Kopi',
    description: 'Kopi av Transport',
  })
  t.equal(cloneDefaults({ name: 'Linje', description: '' }).description, 'Kopi av Linje')
})
