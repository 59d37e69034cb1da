import '../../testing/dom.ts'
import { test } from 'tap'
import { attributeFields } from '#contracts/assembly/attribute-fields.ts'
import type { Link } from '../shared/assembly.ts'
import { aUse } from '../testing/examples.ts'
import { filledIn } from '../../form/fields-dialog.tsx'
import { attributeDefaults } from './attribute-dialog.tsx'
import { countText } from './attributes-tab.tsx'
import { candidatesOf, circlesOf, searchCandidates } from '../shared/candidates.ts'
import { quantityOf } from '../../fields/quantity-input.tsx'
import { moved } from '../shared/links.ts'
import { withSignal } from './signals-tab.tsx'

const emptySignal = {
  name: '',
  description: '',
  type: 'input',
  signalType: 'digital',
  voltage: '',
  notes: '',
} as const

const link = (itemId: number): Link => ({
  kind: 'subassembly',
  itemId,
  quantity: 1,
  notes: null,
  sortOrder: 0,
  record: { id: itemId },
})
const records = [
  { id: 1, name: 'Linje', type: 'Linje', drawingNumber: 'T-1' },
  { id: 2, name: 'Drivstasjon' },
  { id: 3, name: 'Ramme' },
  { id: 4, name: 'Hall' },
]

test('a picker leaves out linked records and the assembly itself', async (t) => {
  const offered = candidatesOf({ kind: 'subassembly', assemblyId: 1, records, links: [link(3)] })
  t.same(
    offered.map(({ title }) => title),
    ['Drivstasjon', 'Hall'],
  )
})

test('a component may have the id of the assembly', async (t) => {
  const components = [{ id: 1, description: 'Skrue' }]
  const offered = candidatesOf({ kind: 'component', assemblyId: 1, records: components, links: [] })
  t.same(
    offered.map(({ title }) => title),
    ['Skrue'],
  )
})

test('a candidate that would make a cycle has the cycle as the reason', async (t) => {
  const circleOf = (id: number) => (id === 4 ? 'Hall → Linje → Hall' : undefined)
  const offered = candidatesOf({ kind: 'subassembly', assemblyId: 1, records, links: [], circleOf })
  t.same(
    offered.map(({ title, circle }) => [title, circle]),
    [
      ['Drivstasjon', undefined],
      ['Ramme', undefined],
      ['Hall', 'Hall → Linje → Hall'],
    ],
  )
})

test('a row shows two badges at most, and a motor without description its article number', async (t) => {
  const motor = { id: 9, type: 'AC', supplierArticlenumber: 'M-1', itoArticlenumber: 'K-1' }
  const [offered] = candidatesOf({ kind: 'motor', assemblyId: 1, records: [motor], links: [] })
  t.match(offered, { title: 'M-1', badges: ['AC', 'M-1'] })
})

test('the search of a picker also finds article numbers and manufacturers', async (t) => {
  const components = [
    { id: 1, description: 'Skrue M8×40', itoArticlenumber: 'K-100', electricalNumber: '11 045 67' },
    { id: 2, description: 'Mutter', manufacturerName: 'Festo' },
  ]
  const offered = candidatesOf({ kind: 'component', assemblyId: 1, records: components, links: [] })
  const found = (search: string) => searchCandidates(offered, search).map(({ title }) => title)
  t.same(found('k-1'), ['Skrue M8×40'])
  t.same(found('FESTO'), ['Mutter'])
  for (const search of ['k100', '1104567', 'm8x40 skrue']) t.same(found(search), ['Skrue M8×40'])
  t.same(found(' '), ['Skrue M8×40', 'Mutter'])
})

test('an invalid quantity becomes 1', async (t) => {
  t.same(
    ['', 'x', '0', '-3', '1.5', '1000001', '7', '12 000'].map(quantityOf),
    [1, 1, 1, 1, 1, 1, 7, 12_000],
  )
})

test('unit and drawing number are trimmed, and left out when empty', async (t) => {
  const form = { ...attributeDefaults(), description: ' Lengde ', value: ' 20 ', unit: ' m ' }
  t.same(filledIn(attributeFields, form), {
    description: 'Lengde',
    value: '20',
    unit: 'm',
    editable: true,
  })
  const blank = { ...form, value: '  ' }
  t.equal(filledIn(attributeFields, blank)['value'], '', 'what must be there stays, to be refused')
})

test('editing an attribute starts with its values', async (t) => {
  const attribute = {
    id: 10_001,
    assemblyId: 1,
    sortOrder: 0,
    description: 'Lengde',
    value: '20',
    unit: null,
    drawingNumber: 'T-1',
    editable: false,
    createdAt: '2026-11-20T08:00:00.000Z',
  }
  t.same(attributeDefaults(attribute), {
    description: 'Lengde',
    value: '20',
    unit: '',
    drawingNumber: 'T-1',
    editable: false,
  })
})

test('the footer counts attributes in the singular and the plural', async (t) => {
  t.same([0, 1, 2].map(countText), [
    'Totalt 0 attributter',
    'Totalt 1 attributt',
    'Totalt 2 attributter',
  ])
})

test('a signal needs a name that is not blank', async (t) => {
  t.same(withSignal([], { ...emptySignal, name: '  ' }), [])
  const [first] = withSignal([], { ...emptySignal, name: ' Start ' })
  t.match(first, { id: 1, name: 'Start', type: 'input', signalType: 'digital' })
  t.equal(
    withSignal([{ ...emptySignal, id: 7, name: 'a' }], { ...emptySignal, name: 'b' })[1]?.id,
    8,
  )
})

test('linking an ancestor is a cycle, shown by its shortest path', async (t) => {
  const circleOf = circlesOf({ name: 'Ramme' }, [
    aUse(2, 'Drivstasjon', { via: null }),
    aUse(3, 'Linje', { via: null }),
    aUse(4, 'Hall', { level: 2, via: 3 }),
  ])
  t.same([2, 3, 4, 5].map(circleOf), [
    'Drivstasjon → Ramme → Drivstasjon',
    'Linje → Ramme → Linje',
    'Hall → Linje → Ramme → Hall',
    undefined,
  ])
})

test('a moved link changes only its own order if there is a gap, otherwise all orders', async (t) => {
  const at = (...orders: number[]) =>
    orders.map((sortOrder, index) => ({ ...link(index + 1), sortOrder }))
  const places = (lines: ReturnType<typeof moved>) =>
    lines.map(({ itemId, sortOrder }) => [itemId, sortOrder])
  t.same(places(moved(at(10, 20, 30), 2, 1)), [[3, 15]])
  t.same(places(moved(at(10, 20, 30), 2, 0)), [[3, 0]])
  t.same(places(moved(at(10, 20, 30), 0, 2)), [[1, 40]])
  const all = [
    [3, 10],
    [1, 20],
    [2, 30],
  ]
  t.same(places(moved(at(0, 0, 0), 2, 0)), all, 'while they are in alphabetical order')
  t.same(places(moved(at(1, 2, 3), 2, 1)), [
    [1, 10],
    [3, 20],
    [2, 30],
  ])
})
