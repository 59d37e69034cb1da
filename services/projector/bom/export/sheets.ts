import type { ItemType } from '#contracts/assembly/bom.ts'
import { currencies } from '#contracts/pricing.ts'
import { amountsOf, costOfPieces, totalsOf } from '../cost.ts'
import { flatOf } from '../flat.ts'
import { rowsOf, type FlatRow } from '../flat-rows.ts'
import { headOf, unitOf, type Item } from '../items.ts'
import type { BomModel } from '../model.ts'
import { minus, unscaled, type Exact } from '../numbers.ts'
import { summaryOf } from '../summary.ts'
import { topOf, treePage } from '../tree.ts'
import { whyUnpriced } from '../unpriced.ts'
import { decimal, number, type Cell, type Sheet } from './sheet.ts'

export const views = ['flat', 'hierarchy', 'summary'] as const
export type View = (typeof views)[number]

const typeNames: Record<ItemType, string> = {
  component: 'Komponent',
  motor: 'Motor',
  sensor: 'Sensor',
  assembly: 'Sammenstilling',
}

const identityHeader = [
  'Type',
  'Id',
  'Beskrivelse',
  'Komponenttype',
  'Leverandør art.nr',
  'ITO art.nr',
  'Produsent',
  'Leverandør',
]
const identityCells = ({ catalogue }: BomModel, item: Item): readonly Cell[] => {
  const head = headOf(item)
  const { manufacturerId, supplierId } = item.traits
  return [
    typeNames[head.itemType],
    number(head.itemId),
    head.description,
    head.type,
    head.supplierArticlenumber,
    head.itoArticlenumber,
    manufacturerId === null ? null : (catalogue.manufacturers.get(manufacturerId) ?? null),
    supplierId === null ? null : (catalogue.suppliers.get(supplierId) ?? null),
  ]
}

// Of parts only, so that a column can be summed and nothing counts twice.
const priceHeader = ['Kostpris', 'Valuta', 'Sum kostpris', 'Ikke i summen fordi']
const priceCells = (item: Item, isAssembly: boolean, quantity: Exact): readonly Cell[] => {
  if (isAssembly) return [null, null, null, null]
  const why = whyUnpriced(item)
  if (why) return [null, null, null, why.explanation]
  const { currency } = item.traits
  const cost = (pieces: Exact) =>
    decimal(unscaled(amountsOf(costOfPieces(item, pieces))[2 * currency]!))
  return [cost(1), currencies[currency]!, cost(quantity), null]
}

const grouped = (value: Exact) => value.toLocaleString('nb-NO').replaceAll('\u00a0', ' ')
const leftOut = (count: Exact): readonly Cell[] => [
  `… ${grouped(count)} linjer til er ikke tatt med i denne filen`,
]

const flatSheet = (model: BomModel, root: number, most: number): Sheet => {
  const { graph, catalogue } = model
  const flat = flatOf(graph, root)
  const size = flat.parts.nodes.length + flat.assemblies.nodes.length
  const rowsWith = (isAssembly: boolean, lines: readonly FlatRow[]) =>
    lines.map((line) => ({
      line,
      item: catalogue.item(graph, line.node, isAssembly),
      isAssembly,
    }))
  const parts = rowsWith(false, rowsOf(flat.parts, most))
  const shown = [...parts, ...rowsWith(true, rowsOf(flat.assemblies, most - parts.length))]
  const row = (line: FlatRow, item: Item, isAssembly: boolean): readonly Cell[] => [
    ...identityCells(model, item),
    number(line.quantity),
    unitOf(item),
    number(line.level),
    line.notes,
    ...priceCells(item, isAssembly, line.quantity),
  ]
  function* rows() {
    for (const { line, item, isAssembly } of shown) yield row(line, item, isAssembly)
    if (size > shown.length) yield leftOut(size - shown.length)
  }
  return {
    name: 'Eksplodert',
    header: [...identityHeader, 'Antall', 'Enhet', 'Nivå', 'Merknad', ...priceHeader],
    rows: rows(),
  }
}

const hierarchySheet = (model: BomModel, root: number, most: number): Sheet => {
  const { graph, catalogue, counts } = model
  const shown = treePage(graph, counts, topOf(root), { limit: most }).map((line) => ({
    line,
    item: catalogue.item(graph, line.node, line.isAssembly),
  }))
  const total = counts.of(root)
  function* rows(): Generator<readonly Cell[]> {
    for (const { line, item } of shown)
      yield [
        number(line.level),
        ...identityCells(model, item),
        number(line.quantity),
        number(line.total),
        unitOf(item),
        line.notes,
        ...priceCells(item, line.isAssembly, line.total),
      ]
    if (total > shown.length) yield leftOut(minus(total, shown.length))
  }
  return {
    name: 'Hierarki',
    header: [
      'Nivå',
      ...identityHeader,
      'Antall',
      'Antall totalt',
      'Enhet',
      'Merknad',
      ...priceHeader,
    ],
    rows: rows(),
  }
}

const wire = (value: number | string): Cell => number(BigInt(value))
const money = (value: number | string): Cell => decimal(String(value))

const summarySheet = (model: BomModel, root: number): Sheet => {
  const { graph, catalogue, costs } = model
  const summary = summaryOf(graph, catalogue, root, flatOf(graph, root))
  const rows: (readonly Cell[])[] = [
    ['Sammenstilling', headOf(catalogue.item(graph, root, true)).description],
    ['Komponenter', wire(summary.totalComponents)],
    ['Motorer', wire(summary.totalMotors)],
    ['Sensorer', wire(summary.totalSensors)],
    ['Ulike komponenter', number(summary.uniqueComponents)],
    ['Ulike motorer', number(summary.uniqueMotors)],
    ['Ulike sensorer', number(summary.uniqueSensors)],
    ['Maksimal dybde', number(summary.maxDepth)],
    ...totalsOf(costs.of(root)).flatMap(({ currency, cost, sales }) => [
      [`Sum kostpris ${currency}`, money(cost)],
      [`Sum salgspris ${currency}`, money(sales)],
    ]),
    ...summary.validationErrors.map((text) => ['Feil', text]),
    ...summary.warnings.map((text) => ['Advarsel', text]),
  ]
  return { name: 'Sammendrag', header: ['Hva', 'Verdi'], rows }
}

/** A view of a stykkliste as rows, at most so many; how many were left out is said in the last. */
export const sheetOf = (model: BomModel, root: number, view: View, most: number): Sheet => {
  switch (view) {
    case 'flat':
      return flatSheet(model, root, most)
    case 'hierarchy':
      return hierarchySheet(model, root, most)
    case 'summary':
      return summarySheet(model, root)
  }
}
