import { test } from 'tap'
import { compare } from './comparison.ts'
import { itemOf } from './items.ts'

type Priced = readonly [id: number, quantity: number, costPrice: string | null, currency?: string]

const sideWith = (parts: readonly Priced[], subassemblies: readonly number[]) => ({
  named: { id: 1, name: 'Linje', complete: true },
  flat: [],
  lines: [
    ...subassemblies.map((id) => ({
      kind: 'subassembly' as const,
      id,
      quantity: 1,
      item: itemOf('subassembly', { id }),
    })),
    ...parts.map(([id, quantity, costPrice, currency = 'NOK']) => ({
      kind: 'component' as const,
      id,
      quantity,
      item: itemOf('component', { id, unit: 'stk', costPrice, currency, priceUnit: 'stk' }),
    })),
  ],
})

test('what moved the cost most comes first, more or less; assemblies come last', async (t) => {
  const before = sideWith(
    [
      [1, 2, '1'],
      [2, 2, '100'],
      [3, 1, null],
      [4, 1, '50', 'EUR'],
      [6, 1, '7'],
    ],
    [8],
  )
  const after = sideWith(
    [
      [1, 3, '1'],
      [3, 2, null],
      [4, 1, '60', 'NOK'],
      [5, 1, '90'],
      [6, 1, '7'],
    ],
    [9],
  )
  const order = compare(before, after).lines.map(({ itemType, itemId }) => `${itemType} ${itemId}`)
  t.same(
    order.filter((line) => line.startsWith('component')),
    [2, 5, 4, 1, 3, 6].map((id) => `component ${id}`),
  )
  t.same(order.slice(-2), ['assembly 8', 'assembly 9'])
})

test('what moved the cost in NOK comes first, then what did in the next currency', async (t) => {
  const before = sideWith([[7, 1, '5', 'EUR']], [])
  const after = sideWith(
    [
      [1, 1, '900', 'EUR'],
      [2, 1, '2'],
      [3, 1, '5', 'USD'],
      [4, 1, '1000', 'GBP'],
      [5, 1, null],
      [6, 1, '1000', 'EUR'],
      [7, 1, '1'],
    ],
    [],
  )
  const order = compare(before, after).lines.map(({ itemId }) => itemId)
  t.same(order, [2, 7, 6, 1, 3, 4, 5])
})
