import { summaryCounts, type BomView } from '#contracts/assembly/bom.ts'
import { partKinds, type LinkKind, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { minus, type Exact } from '#graph/exact.ts'
import { costOfPieces, totalsOf } from '../cost.ts'
import type { FlatLine } from '../explode.ts'
import type { Item } from '../items.ts'
import { leftOutRows, nameIn } from '../lines.ts'
import type { BomModel } from '../model.ts'
import { unscaled } from '../money.ts'
import { itemLabels, partNames, summaryOf } from '../summary.ts'
import { topOf, treePage, type TreeLine } from '../tree.ts'
import { comingText } from '../../export/price-texts.ts'
import { decimal, number, type Cell, type Row, type Sheet } from '../../export/sheet.ts'

type SheetOf = (model: BomModel, assembly: number, most: number) => Sheet

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
const identityCells = (
  { names }: BomModel,
  { identity, manufacturerId, supplierId }: Item,
): Row => [
  itemLabels[identity.itemType],
  number(identity.itemId),
  identity.description,
  identity.type,
  identity.supplierArticlenumber,
  identity.itoArticlenumber,
  nameIn(names.manufacturers, manufacturerId),
  nameIn(names.suppliers, supplierId),
]

// Of parts only, so that a column can be summed and nothing counts twice.
const priceHeader = ['Kostpris', 'Valuta', 'Sum kostpris', 'Ikke i summen fordi', 'Neste kostpris']
const priceCells = (kind: LinkKind, item: Item, quantity: Exact): Row => {
  if (kind === 'subassembly') return [null, null, null, null, null]
  const { price, unpriced } = item
  const coming = comingText(item.coming)
  if (!price) return [null, null, null, unpriced?.explanation ?? null, coming]
  const cost = (pieces: Exact) => decimal(unscaled(costOfPieces(price, pieces)))
  return [cost(1), price.currency, cost(quantity), null, coming]
}

type Line = { readonly kind: LinkKind; readonly id: number }

/** Lines with their items as they are now, however long it takes to write them. */
const rowsOf = <L extends Line>(
  model: BomModel,
  lines: readonly L[],
  rowOf: (line: L, item: Item) => Row,
  leftOut: Exact,
): Iterable<Row> => {
  const found = lines.map((line) => ({ line, item: model.item(line.kind, line.id) }))
  function* rows(): Generator<Row> {
    for (const { line, item } of found) yield rowOf(line, item)
    yield* leftOutRows(leftOut)
  }
  return rows()
}

const flatSheet: SheetOf = (model, assembly, most) => {
  const { lines } = model.flat(assembly)
  const rowOf = (line: FlatLine, item: Item) => [
    ...identityCells(model, item),
    number(line.quantity),
    item.unit,
    number(line.level),
    line.notes,
    ...priceCells(line.kind, item, line.quantity),
  ]
  const shown = lines.slice(0, most)
  return {
    name: 'Eksplodert',
    header: [...identityHeader, 'Antall', 'Enhet', 'Nivå', 'Merknad', ...priceHeader],
    rows: rowsOf(model, shown, rowOf, lines.length - shown.length),
  }
}

const hierarchyHeader = ['Antall', 'Antall totalt', 'Enhet', 'Merknad']

const hierarchySheet: SheetOf = (model, assembly, most) => {
  const lines = treePage(model, topOf(assembly), { limit: most })
  const rowOf = (line: TreeLine, item: Item) => [
    number(line.level),
    ...identityCells(model, item),
    number(line.quantity),
    number(line.total),
    item.unit,
    line.notes,
    ...priceCells(line.kind, item, line.total),
  ]
  return {
    name: 'Hierarki',
    header: ['Nivå', ...identityHeader, ...hierarchyHeader, ...priceHeader],
    rows: rowsOf(model, lines, rowOf, minus(model.lineCounts.of(assembly), lines.length)),
  }
}

const wire = (value: number | string): Cell => number(BigInt(value))
const money = (value: number | string): Cell => decimal(String(value))

const summarySheet: SheetOf = (model, assembly) => {
  const summary = summaryOf(model, assembly, model.flat(assembly))
  const count = (kind: PartKind, what: 'total' | 'unique') =>
    wire(summary[summaryCounts[kind][what]])
  const rows: Row[] = [
    ['Sammenstilling', model.item('subassembly', assembly).identity.description],
    ...partKinds.map((kind) => [partNames[kind], count(kind, 'total')]),
    ...partKinds.map((kind) => [`Ulike ${partNames[kind].toLowerCase()}`, count(kind, 'unique')]),
    ['Maksimal dybde', number(summary.maxDepth)],
    ...totalsOf(model.costs.of(assembly)).flatMap(({ currency, cost, sales }) => [
      [`Sum kostpris ${currency}`, money(cost)],
      [`Sum salgspris ${currency}`, money(sales)],
    ]),
    ...summary.validationErrors.map((text) => ['Feil', text]),
    ...summary.warnings.map((text) => ['Advarsel', text]),
  ]
  return { name: 'Sammendrag', header: ['Hva', 'Verdi'], rows }
}

export const sheets: Record<BomView, SheetOf> = {
  flat: flatSheet,
  hierarchy: hierarchySheet,
  summary: summarySheet,
}
