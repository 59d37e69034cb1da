import { test } from 'tap'
import {
  fromAddress,
  nextSort,
  toAddress,
  type ListDefaults,
  type ListState,
  type Sort,
} from './use-list-state.ts'
import { cardsAcross } from './grid-columns.ts'
import { pagePath, pageSize } from './use-server-view.ts'
import { actionsWidth, compactActionsWidth, firstWidth, pinnedAt } from './column-widths.ts'
import { rowAfter } from './use-grid-keys.ts'
import type { CellValue } from './list-props.ts'
import { matchingColumns, searchIn, sortRows } from './use-local-view.ts'

type Motor = { name: string; power?: number | null; price?: string }
const columns = [
  { key: 'name', label: 'Navn', value: (motor: Motor) => motor.name },
  {
    key: 'power',
    label: 'Effekt',
    value: (motor: Motor) => motor.power,
    text: ({ power }: Motor) => (power ? `${String(power).replace('.', ',')}\u00a0kW` : ''),
  },
  { key: 'price', label: 'Pris', value: (motor: Motor) => motor.price, searchable: false },
]
const motors: readonly Motor[] = [
  { name: 'M10', power: 9, price: 'hemmelig' },
  { name: 'm2', power: 10 },
  { name: 'Ø1', power: null },
  { name: 'Åse', power: 0.75 },
  { name: 'Ærlig', power: 9 },
]
const names = (search: string, sort: Sort = null) =>
  searchIn(
    sortRows(motors, columns, sort),
    matchingColumns(columns),
  )(search).map(({ name }) => name)
const by = (key: string, descending = false) => ({ key, descending })

test('numbers inside text sort as numbers, case does not count, and Å is last', async (t) => {
  t.same(names('', by('name')), ['m2', 'M10', 'Ærlig', 'Ø1', 'Åse'])
  t.same(names('', by('name', true)), ['Åse', 'Ø1', 'Ærlig', 'M10', 'm2'])
})

test('numbers sort by size, equal ones keep their order, and empty ones are last in both directions', async (t) => {
  t.same(names('', by('power')), ['Åse', 'M10', 'Ærlig', 'm2', 'Ø1'])
  t.same(names('', by('power', true)), ['m2', 'M10', 'Ærlig', 'Åse', 'Ø1'])
})

test('measures sort by the number they begin with, and others after them', async (t) => {
  const measure = {
    key: 'shaft',
    label: 'Aksel',
    value: (shaft: CellValue) => shaft,
    measure: true,
  }
  const shafts = [12.5, 'Ø9', 12.25, '12,3 kile', null, '@a 2', 1e-7, 100, 'Ø25']
  const filled = [1e-7, 12.25, '12,3 kile', 12.5, 100, '@a 2', 'Ø9', 'Ø25']
  t.same(sortRows(shafts, [measure], by('shaft')), [...filled, null])
  t.same(sortRows(shafts, [measure], by('shaft', true)), [...filled.toReversed(), null])
})

test('without a sort, or with an unknown column, the rows keep their order', async (t) => {
  t.same(names('m'), ['M10', 'm2'])
  t.same(names('', by('color')), ['M10', 'm2', 'Ø1', 'Åse', 'Ærlig'])
})

test('the search finds any part of any searchable column, as shown', async (t) => {
  t.same(names('ÆR'), ['Ærlig'])
  t.same(names('0,75'), ['Åse'])
  t.same(names('10 kW'), ['M10', 'm2'], 'each word, wherever it is')
  t.same(names('kw\u00a0M2'), ['m2'], 'in any order; a hard space is a space')
  t.same(names('hemmelig'), [], 'not in a column left out of the search')
  t.same(names('  m10 '), ['M10'])
})

test('clicking a heading cycles ascending, descending, none; another heading starts ascending', async (t) => {
  const up = nextSort(null, 'name')
  const down = nextSort(up, 'name')
  t.same([up, down, nextSort(down, 'name')], [by('name'), by('name', true), null])
  t.same(nextSort(down, 'power'), by('power'))
})

const defaults: ListDefaults = {
  sort: by('name'),
  view: 'list',
  hidden: ['notes'],
  hiddenOnCards: [],
  parameters: ['type', 'weight.min'],
}
const state = (changes: Partial<ListState> = {}): ListState => ({
  search: '',
  filters: {},
  sort: defaults.sort,
  view: 'list',
  hidden: ['notes'],
  hiddenOnCards: [],
  ...changes,
})

test('values other than defaults are in the address, and are read from it', async (t) => {
  for (const changed of [
    state(),
    state({ search: 'girmotor & "Å"', sort: by('power', true), view: 'grid', hidden: [] }),
    state({ filters: { type: ['Å & b', 'c,d'], 'weight.min': ['1.5'] } }),
    state({ sort: null, hidden: ['name', 'notes'], hiddenOnCards: ['notes'] }),
  ])
    t.same(fromAddress(toAddress(changed, defaults), defaults), changed)
  t.equal(toAddress(state(), defaults), '')
  t.equal(toAddress(state({ sort: null, hidden: [] }), defaults), '?sort=&hide=')
})

test('what a link shows stays, although this browser has chosen something else', async (t) => {
  const own = { ...defaults, view: 'grid' as const, hidden: [] }
  const shown = fromAddress('?view=list&hide=notes', own)
  const address = toAddress({ ...shown, search: 'x' }, defaults, '?view=list&hide=notes', own)
  t.same(fromAddress(address, own), state({ search: 'x' }))
  t.equal(toAddress(state({ view: 'grid', hidden: [] }), defaults, '', own), '?view=grid&hide=')
})

test('other parameters stay in the address; invalid values are ignored', async (t) => {
  t.equal(toAddress(state({ search: 'x' }), defaults, '?dag=2&q=y'), '?dag=2&q=x')
  t.same(fromAddress('?view=cube', defaults), state())
})

test('the arrow keys stay inside the list', async (t) => {
  const to = (key: string, index: number) => rowAfter(key, index, 25)
  t.same(
    [to('ArrowDown', 0), to('ArrowDown', 24), to('ArrowUp', 0), to('End', 3), to('Home', 3)],
    [1, 24, 0, 24, 0],
  )
  t.same([to('PageDown', 20), to('PageUp', 15), to('a', 3)], [24, 5, undefined])
})

test('there are 1 to 4 cards per line, 5 for manufacturers; the actions column grows by 20', async (t) => {
  t.same(
    [390, 700, 1100, 1400, 1600].map((width) => cardsAcross(width, 4)),
    [1, 2, 3, 4, 4],
  )
  t.equal(cardsAcross(1600, 5), 5)
  t.same(
    [actionsWidth(1, 900), actionsWidth(2, 900), actionsWidth(0, 900), actionsWidth(2, 0)],
    [140, 160, 0, 160],
  )
  t.equal(actionsWidth(3, 356), compactActionsWidth, 'on a phone')
  t.equal(actionsWidth(3, 899, 800), 117, 'where columns need the room')
  t.equal(actionsWidth(3, 1120, 2000), 180, 'in a list that is wide enough')
})

test('pinned columns stay beside the actions if there is room', async (t) => {
  const column = { key: '', label: '', value: () => '' }
  const shown = [column, column, { ...column, pinned: true }, { ...column, pinned: true }]
  const widths = [240, 900, 120, 130]
  t.same(pinnedAt(shown, widths, 1118, 117), [undefined, undefined, 247, 117])
  t.same(pinnedAt(shown, widths, 700, 117), [undefined, undefined, undefined, undefined])
})

test('no column is cut off at the start', async (t) => {
  const width = (room: number) =>
    firstWidth([200, 100, 100, 120], [undefined, undefined, undefined, 0], room)
  t.equal(width(600), 280, 'all are in sight')
  t.equal(width(500), 280, 'one is under the column that stays')
  t.equal(width(300), 200, 'no room')
})

test('queries use the server’s parameter names', async (t) => {
  const sorted = {
    search: ' Å&b ',
    sort: { key: 'supplierId', descending: true },
    filters: { type: ['a', 'b'] },
  }
  t.equal(
    pagePath('/api/x', sorted, 3),
    `/api/x?type=a&type=b&q=%C3%85%26b&sort=supplierName&order=desc&limit=${pageSize}&offset=${3 * pageSize}`,
  )
})
