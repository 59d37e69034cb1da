import { itemLabels } from '#contracts/assembly/bom.ts'
import type {
  Purchase,
  PurchaseLine,
  PurchaseTotal,
  Purchasing,
} from '#contracts/purchasing/answer.ts'
import { leftOutRows } from '../bom/lines.ts'
import { cellsOf, headingsOf, number, type Columns, type Row, type Sheet } from '../export/sheet.ts'
import { comingText, offerText } from '../export/price-texts.ts'

type Supplier = Purchase['supplier']

const noSupplier = 'Uten leverandør'
const nameOf = (supplier: Supplier) => supplier?.name ?? noSupplier
const supplierColumns: Columns<Supplier> = [
  ['Leverandør', (supplier) => supplier?.name ?? null],
  ['Ordre e-post', (supplier) => supplier?.orderEmail || null],
  ['Nettside', (supplier) => supplier?.website || null],
]
const supplierHeader = headingsOf(supplierColumns)
const supplierCells = (supplier: Supplier): Row => cellsOf(supplierColumns, supplier)

const missing = (supplier: Supplier, { explanation }: PurchaseLine): string | null =>
  [supplier ? null : 'Mangler leverandør', explanation].filter(Boolean).join('. ') || null

const offered = ({ alternative }: PurchaseLine): string | null =>
  alternative && offerText({ ...alternative, supplier: alternative.supplier.name })

type Bought = { readonly supplier: Supplier; readonly line: PurchaseLine }
const lineColumns: Columns<Bought> = [
  ['Type', ({ line }) => itemLabels[line.itemType]],
  ['Id', ({ line }) => number(line.itemId)],
  ['Beskrivelse', ({ line }) => line.description],
  ['Leverandør art.nr', ({ line }) => line.supplierArticlenumber],
  ['ITO art.nr', ({ line }) => line.itoArticlenumber],
  ['El-nummer', ({ line }) => line.electricalNumber],
  ['Antall', ({ line }) => number(line.quantity)],
  ['Enhet', ({ line }) => line.unit],
  ['Kostpris', ({ line }) => number(line.price?.amount)],
  ['Valuta', ({ line }) => line.price?.currency ?? null],
  ['Prisenhet', ({ line }) => line.price?.unit ?? null],
  ['Sum kostpris', ({ line }) => number(line.sum)],
  ['Mangler', ({ supplier, line }) => missing(supplier, line)],
  ['Rimeligste tilbud fra andre', ({ line }) => offered(line)],
  ['Neste kostpris', ({ line }) => comingText(line.coming)],
]
const lineHeader = headingsOf(lineColumns)

const sumRows = (label: string, totals: readonly PurchaseTotal[]): readonly Row[] =>
  totals.map(({ currency, cost }) => [`${label} (${currency})`, number(cost)])

/** One table: parts without a price or supplier first, sums last. */
export const oneSheet = ({ purchases, totals }: Purchasing, most: number): Sheet => {
  const lines = purchases.flatMap(({ supplier, lines }) =>
    lines.map((line) => ({ supplier, line, lacks: missing(supplier, line) !== null })),
  )
  const inOrder = [...lines.filter(({ lacks }) => lacks), ...lines.filter(({ lacks }) => !lacks)]
  return {
    name: 'Innkjøpsliste',
    header: [...supplierHeader, ...lineHeader],
    rows: [
      ...inOrder
        .slice(0, most)
        .map((one) => [...supplierCells(one.supplier), ...cellsOf(lineColumns, one)]),
      ...leftOutRows(lines.length - most),
      ...purchases.flatMap(({ supplier, totals }) => sumRows(`Sum ${nameOf(supplier)}`, totals)),
      ...sumRows('Sum', totals),
    ],
  }
}

const overviewRow = ({ supplier, lines, totals }: Purchase): readonly Row[] => {
  const lacking = lines.filter((line) => missing(supplier, line) !== null).length
  const own = [nameOf(supplier), ...supplierCells(supplier).slice(1)]
  const [first, ...others] = totals
  const sum = (total: PurchaseTotal | undefined): Row =>
    total ? [number(total.cost), total.currency] : [null, null]
  return [
    [...own, number(lines.length), number(lacking), ...sum(first)],
    ...others.map((total) => [...own, null, null, ...sum(total)]),
  ]
}

const overview = ({ assemblies, purchases, totals }: Purchasing): Sheet => ({
  name: 'Oversikt',
  header: [...supplierHeader, 'Linjer', 'Med mangler', 'Sum kostpris', 'Valuta'],
  rows: [
    ...purchases.flatMap(overviewRow),
    ...totals.map(({ currency, cost }) => ['Sum', null, null, null, null, number(cost), currency]),
    ...assemblies.map(({ name, times }) => ['Til', name, null, number(times)]),
  ],
})

// Excel limits the length and characters of sheet names, which must be unique.
const longestName = 31
const sheetNames = () => {
  const taken = new Set(['oversikt', 'history'])
  return (text: string): string => {
    const plain =
      text.replaceAll(/[\\/?*[\]:\p{Cc}]/gu, ' ').replaceAll(/^['\s]+|['\s]+$/g, '') || '-'
    for (let at = 1; ; at++) {
      const end = at === 1 ? '' : ` (${at})`
      const name = plain.slice(0, longestName - end.length).toWellFormed() + end
      if (taken.has(name.toLowerCase())) continue
      taken.add(name.toLowerCase())
      return name
    }
  }
}

/** More tabs than that nobody finds a supplier among, and each takes memory. */
export const mostSheets = 250

/** An overview, and one sheet per supplier; one for all if they are very many. */
export const sheetsBySupplier = (list: Purchasing, most: number): readonly [Sheet, ...Sheet[]] => {
  if (list.purchases.length > mostSheets) return [overview(list), oneSheet(list, most)]
  const named = sheetNames()
  let left = most
  const sheetOf = ({ supplier, lines, totals }: Purchase): Sheet => {
    const shown = lines.slice(0, left)
    left -= shown.length
    return {
      name: named(nameOf(supplier)),
      header: lineHeader,
      rows: [
        ...shown.map((line) => cellsOf(lineColumns, { supplier, line })),
        ...leftOutRows(lines.length - shown.length),
        ...sumRows('Sum', totals),
      ],
    }
  }
  return [overview(list), ...list.purchases.map(sheetOf)]
}
