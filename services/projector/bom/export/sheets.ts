import { itemLabels, viewNames, type BomView } from '#contracts/assembly/bom.ts'
import {
  linkKinds,
  manyOf,
  partKinds,
  totalKey,
  uniqueKey,
} from '#contracts/assembly/link-kinds.ts'
import { minus, type Exact } from '#graph/exact.ts'
import { costOfPieces, totalsOf } from '../cost.ts'
import type { FlatLine } from '../explode.ts'
import type { Item } from '../items.ts'
import { leftOutRows, nameIn } from '../lines.ts'
import type { BomModel } from '../model.ts'
import { byName } from '../model-parts.ts'
import { unscaled } from '../money.ts'
import { summaryOf } from '../summary.ts'
import { topOf, treePage, type TreeLine } from '../tree.ts'
import { comingText } from '../../export/price-texts.ts'
import {
  cellsOf,
  headingsOf,
  number,
  type Cell,
  type Columns,
  type Row,
  type Sheet,
} from '../../export/sheet.ts'

type SheetOf = (model: BomModel, assembly: number, most: number) => Sheet

type Line = FlatLine | TreeLine
type Shown<L extends Line> = {
  readonly line: L
  readonly item: Item
  readonly pieces: Exact
  readonly names: BomModel['names']
}

const identity: Columns<Shown<Line>> = [
  ['Type', ({ item }) => itemLabels[item.identity.itemType]],
  ['Id', ({ item }) => number(item.identity.itemId)],
  ['Beskrivelse', ({ item }) => item.identity.description],
  ['Komponenttype', ({ item }) => item.identity.type],
  ['Leverandør art.nr', ({ item }) => item.identity.supplierArticlenumber],
  ['ITO art.nr', ({ item }) => item.identity.itoArticlenumber],
  ['Produsent', ({ item, names }) => nameIn(names.manufacturers, item.manufacturerId)],
  ['Leverandør', ({ item, names }) => nameIn(names.suppliers, item.supplierId)],
]

const costOf = ({ price }: Item, pieces: Exact): Cell =>
  number(price && unscaled(costOfPieces(price, pieces)))
/** For parts only, so that summing a column counts nothing twice. */
const prices: Columns<Shown<Line>> = [
  ['Kostpris', ({ item }) => costOf(item, 1)],
  ['Valuta', ({ item }) => item.price?.currency ?? null],
  ['Sum kostpris', ({ item, pieces }) => costOf(item, pieces)],
  [
    'Ikke i summen fordi',
    ({ line, item }) => (line.kind === 'subassembly' ? null : (item.unpriced?.explanation ?? null)),
  ],
  ['Neste kostpris', ({ item }) => comingText(item.coming)],
]

/** Keeps the items and names of this moment, even if writing takes long. */
const rowsOf = <L extends Line>(
  model: BomModel,
  columns: Columns<Shown<L>>,
  lines: readonly L[],
  piecesOf: (line: L) => Exact,
  leftOut: Exact,
): Iterable<Row> => {
  const names = byName((entity) => new Map(model.names[entity]))
  const found = lines.map((line) => ({ line, item: model.item(line.kind, line.id) }))
  function* rows(): Generator<Row> {
    for (const { line, item } of found)
      yield cellsOf(columns, { line, item, pieces: piecesOf(line), names })
    yield* leftOutRows(leftOut)
  }
  return rows()
}

const flatColumns: Columns<Shown<FlatLine>> = [
  ...identity,
  ['Antall', ({ line }) => number(line.quantity)],
  ['Enhet', ({ item }) => item.unit],
  ['Nivå', ({ line }) => number(line.level)],
  ['Notat', ({ line }) => line.notes],
  ...prices,
]

const flatSheet: SheetOf = (model, assembly, most) => {
  const { lines } = model.flat(assembly)
  const shown = lines.slice(0, most)
  const leftOut = lines.length - shown.length
  return {
    name: viewNames.flat,
    header: headingsOf(flatColumns),
    rows: rowsOf(model, flatColumns, shown, ({ quantity }) => quantity, leftOut),
  }
}

const hierarchyColumns: Columns<Shown<TreeLine>> = [
  ['Nivå', ({ line }) => number(line.level)],
  ...identity,
  ['Antall', ({ line }) => number(line.quantity)],
  ['Antall totalt', ({ line }) => number(line.total)],
  ['Enhet', ({ item }) => item.unit],
  ['Notat', ({ line }) => line.notes],
  ...prices,
]

const hierarchySheet: SheetOf = (model, assembly, most) => {
  const lines = treePage(model, topOf(assembly), { limit: most })
  const leftOut = minus(model.lineCounts.of(assembly), lines.length)
  return {
    name: viewNames.hierarchy,
    header: headingsOf(hierarchyColumns),
    rows: rowsOf(model, hierarchyColumns, lines, ({ total }) => total, leftOut),
  }
}

const summarySheet: SheetOf = (model, assembly) => {
  const summary = summaryOf(model, assembly, model.flat(assembly))
  const rows: Row[] = [
    ['Sammenstilling', model.item('subassembly', assembly).identity.description],
    ...partKinds.map((kind) => [manyOf(kind), number(summary[totalKey(kind)])]),
    ...partKinds.map((kind) => [
      `Ulike ${linkKinds[kind].noun.many}`,
      number(summary[uniqueKey(kind)]),
    ]),
    ['Maksimal dybde', number(summary.maxDepth)],
    ...totalsOf(model.costs.of(assembly)).flatMap(({ currency, cost, sales }) => [
      [`Sum kostpris ${currency}`, number(cost)],
      [`Sum salgspris ${currency}`, number(sales)],
    ]),
    ...summary.validationErrors.map((text) => ['Feil', text]),
    ...summary.warnings.map((text) => ['Advarsel', text]),
  ]
  return { name: viewNames.summary, header: ['Hva', 'Verdi'], rows }
}

export const sheets: Record<BomView, SheetOf> = {
  flat: flatSheet,
  hierarchy: hierarchySheet,
  summary: summarySheet,
}
