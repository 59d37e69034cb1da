import '../../testing/dom.ts'
import { test } from 'tap'
import type { CostShare } from '#contracts/assembly/cost-answers.ts'
import type { BomItem } from '#contracts/assembly/bom.ts'
import { nameIn } from '../../lib/download.ts'
import { aLine, anItem } from '../testing/examples.ts'
import { slicesOf } from './cost-shares.ts'
import { companiesOf, detailOf, inOrder, type Order } from './flat-order.ts'
import { number as quantityText } from '../../lib/format.ts'
import { expandable, rowsOf, treeOf, type Branch, type Row } from './tree.ts'
import { treegridKey } from './treegrid.tsx'
import { countsText } from './comparison-texts.ts'

const flat = [
  anItem('Åk', { itemId: 1, itemType: 'assembly' }),
  anItem('Skrue M10', { itemId: 2, supplierName: 'Ahlsell', manufacturerName: 'Festo' }),
  anItem('skrue M8', { itemId: 3, supplierName: 'Østlandet', manufacturerName: 'Bosch' }),
  anItem('Føler', { itemId: 4, itemType: 'sensor', supplierName: 'Ahlsell' }),
  anItem('Motor', { itemId: 5, itemType: 'motor', supplierName: 'Ahlsell' }),
]
const sorted = (order: Order) => inOrder(flat, order).map(({ description }) => description)

test('the flat list sorts by name as Norwegian does, numbers as numbers', async (t) => {
  t.same(sorted('name'), ['Føler', 'Motor', 'skrue M8', 'Skrue M10', 'Åk'])
})

test('the order by type is components, motors, sensors, assemblies, unknown', async (t) => {
  const unknown = { ...anItem('Annet'), itemType: 'of a newer release' } as unknown as BomItem
  t.same(
    inOrder([unknown, ...flat], 'type').map(({ description }) => description),
    ['skrue M8', 'Skrue M10', 'Motor', 'Føler', 'Åk', 'Annet'],
  )
})

test('the order by supplier or manufacturer is then by name, with empty ones last', async (t) => {
  t.same(sorted('supplier'), ['Føler', 'Motor', 'Skrue M10', 'skrue M8', 'Åk'])
  t.same(sorted('manufacturer'), ['skrue M8', 'Skrue M10', 'Føler', 'Motor', 'Åk'])
})

test('a component shows its type, motors and sensors their article number', async (t) => {
  const both = { type: 'Festemiddel', supplierArticlenumber: '0815' }
  t.equal(detailOf(anItem('Skrue', both)), 'Festemiddel')
  t.equal(detailOf(anItem('Motor', { ...both, itemType: 'motor' })), '0815')
})

test('the supplier is left out if it is the manufacturer', async (t) => {
  t.same(companiesOf(anItem('x', { manufacturerName: 'SICK', supplierName: 'SICK' })), ['SICK'])
  t.same(companiesOf(anItem('x', { manufacturerName: 'SICK', supplierName: 'Ahlsell' })), [
    'SICK',
    'Ahlsell',
  ])
  t.same(companiesOf(anItem('x')), [])
})

test('quantities are written exactly, however large', async (t) => {
  const plain = (text: string) => text.replaceAll(/\s/g, ' ')
  t.equal(plain(quantityText(12_345)), '12 345')
  t.equal(plain(quantityText('98765432109876543210')), '98 765 432 109 876 543 210')
})

const assembly = (description: string, level: number) =>
  aLine(description, { itemType: 'assembly', level })
const preorder = [
  assembly('Drivstasjon', 1),
  assembly('Ramme', 2),
  aLine('Skrue', { level: 3 }),
  aLine('Motor', { level: 2, itemType: 'motor' }),
  aLine('Bånd', { level: 1 }),
]
const sketch = (branches: readonly Branch[]): unknown =>
  branches.map(({ item, children }) =>
    children.length > 0 ? [item.description, sketch(children)] : item.description,
  )

test('items become a tree by their levels', async (t) => {
  t.same(sketch(treeOf(preorder)), [['Drivstasjon', [['Ramme', ['Skrue']], 'Motor']], 'Bånd'])
  t.same(treeOf([]), [])
})

test('an item that skips a level is not lost', async (t) => {
  t.same(sketch(treeOf([assembly('A', 1), aLine('B', { level: 3 })])), [['A', ['B']]])
  t.same(sketch(treeOf([aLine('B', { level: 3 }), aLine('C', { level: 1 })])), ['B', 'C'])
})

const nothing = { expanded: new Set<string>(), loaded: new Map() }
const shown = (expanded: string[]): Row[] =>
  rowsOf(treeOf(preorder), { ...nothing, expanded: new Set(expanded) })
const titles = (rows: readonly Row[]) => rows.map(({ item }) => item.description)

test('a tree shows its roots and the children of expanded rows', async (t) => {
  t.same(titles(shown([])), ['Drivstasjon', 'Bånd'])
  t.same(titles(shown(['0'])), ['Drivstasjon', 'Ramme', 'Motor', 'Bånd'])
  t.same(titles(shown(['0.0'])), ['Drivstasjon', 'Bånd'], 'a closed row hides all that is below')
  t.match(shown(['0'])[1], {
    key: '0.0',
    level: 2,
    position: 1,
    siblings: 2,
    parent: '0',
    state: 'closed',
  })
  t.equal(shown(['0'])[2]?.state, 'leaf')
})

test('all rows with children can be expanded at once', async (t) => {
  const all = expandable(treeOf(preorder), new Map())
  t.same([...all], ['0', '0.0'])
  t.equal(shown([...all]).length, preorder.length)
})

test('an assembly whose children were not sent can be expanded', async (t) => {
  const roots = treeOf([
    aLine('Drivstasjon', { itemType: 'assembly', node: '7', lines: '99999999999999999999' }),
  ])
  t.match(rowsOf(roots, nothing)[0], { state: 'closed', missing: true })
  const expanded = new Set(['0'])
  const loaded = new Map([['0', treeOf([aLine('Skrue')])]])
  t.same(titles(rowsOf(roots, { expanded, loaded })), ['Drivstasjon', 'Skrue'])
  t.match(rowsOf(roots, { expanded, loaded: new Map([['0', []]]) })[0], { state: 'leaf' })
})

test('the keys of the treegrid', async (t) => {
  const rows = shown(['0', '0.0'])
  const at = (key: string, index: number) => treegridKey(key, rows, index)
  t.same(at('ArrowDown', 0), { move: 1 })
  t.same(at('ArrowDown', 4), { move: 4 }, 'the last row stays')
  t.same(at('ArrowUp', 0), { move: 0 })
  t.same(at('End', 1), { move: 4 })
  t.same(at('Home', 3), { move: 0 })
  t.same(at('ArrowRight', 0), { move: 1 }, 'an open row goes to its first child')
  t.same(at('ArrowLeft', 1), 'toggle')
  t.same(at('ArrowLeft', 2), { move: 1 }, 'a leaf goes to its parent')
  t.equal(at('ArrowLeft', 4), undefined, 'a root that is closed stays')
  t.equal(at('x', 0), undefined)
  t.same(treegridKey('ArrowRight', shown([]), 0), 'toggle')
  t.same(treegridKey('Enter', shown([]), 0), 'toggle')
  t.same(treegridKey('Enter', shown(['0']), 0), 'toggle')
  t.equal(treegridKey('Enter', shown([]), 1), undefined)
})

test('the server’s file name has priority, including æøå', async (t) => {
  t.equal(
    nameIn(`attachment; filename="linje.csv"; filename*=UTF-8''linje%20%C3%A5.csv`),
    'linje å.csv',
  )
  t.equal(nameIn('attachment; filename="linje.csv"'), 'linje.csv')
  t.equal(nameIn(null), undefined)
})

test('cost shares are per currency, with items without price last', async (t) => {
  const share = (name: string, ...totals: CostShare['totals']) => ({
    id: null,
    name,
    totals,
    complete: totals.length > 0,
    reasons: [],
  })
  const nok = (cost: number) => ({ currency: 'NOK' as const, cost, sales: cost })
  const eur = { ...nok(7), currency: 'EUR' as const }
  const byKind = [share('Uten pris'), share('Motorer', nok(1), eur), share('Komponenter', nok(3))]
  const empty = { bySupplier: [], bySubassembly: [] }
  const shares = { ...share('', nok(4), eur), byKind, ...empty }
  t.same(
    slicesOf(shares, 'byKind').map(({ currency, slices }) => [
      currency,
      ...slices.map((slice) => [slice.share.name, slice.cost, slice.part]),
    ]),
    [
      ['NOK', ['Komponenter', 3, 0.75], ['Motorer', 1, 0.25], ['Uten pris', 0, 0]],
      ['EUR', ['Motorer', 7, 1], ['Uten pris', 0, 0]],
    ],
  )
})

test('how many lines differ is grouped as other counts are', async (t) => {
  const counts = { added: 4_000, removed: 0, changed: 1, same: 1_200 }
  const text = countsText({ counts })
  t.equal(text.replaceAll('\u00a0', ' '), '4 000 lagt til · 0 fjernet · 1 endret · 1 200 like')
})
