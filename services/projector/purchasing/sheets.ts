import type {
  Purchase,
  PurchaseLine,
  PurchaseTotal,
  Purchasing,
} from '#contracts/purchasing/answer.ts'
import { leftOutRows } from '../bom/lines.ts'
import { itemLabels } from '../bom/summary.ts'
import { decimal, number, type Cell, type Row, type Sheet } from '../export/sheet.ts'
import { comingText, offerText } from '../export/price-texts.ts'

type Supplier = Purchase['supplier']

const noSupplier = 'Uten leverandør'
const nameOf = (supplier: Supplier) => supplier?.name ?? noSupplier
const money = (amount: number | string | null): Cell =>
  decimal(amount === null ? null : String(amount))

const supplierHeader = ['Leverandør', 'Ordre e-post', 'Nettside']
const supplierCells = (supplier: Supplier): Row =>
  supplier
    ? [supplier.name, supplier.orderEmail || null, supplier.website || null]
    : [null, null, null]

const lineHeader = [
  'Type',
  'Id',
  'Beskrivelse',
  'Leverandør art.nr',
  'ITO art.nr',
  'El-nummer',
  'Antall',
  'Enhet',
  'Kostpris',
  'Valuta',
  'Prisenhet',
  'Sum kostpris',
  'Mangler',
  'Rimeligste tilbud fra andre',
  'Neste kostpris',
]

const missing = (supplier: Supplier, { explanation }: PurchaseLine): string | null =>
  [supplier ? null : 'Mangler leverandør', explanation].filter(Boolean).join('. ') || null

const lineCells = (supplier: Supplier, line: PurchaseLine): Row => [
  itemLabels[line.itemType],
  number(line.itemId),
  line.description,
  line.supplierArticlenumber,
  line.itoArticlenumber,
  line.electricalNumber,
  number(BigInt(line.quantity)),
  line.unit,
  money(line.price?.amount ?? null),
  line.price?.currency ?? null,
  line.price?.unit ?? null,
  money(line.sum),
  missing(supplier, line),
  line.alternative && offerText({ ...line.alternative, supplier: line.alternative.supplier.name }),
  comingText(line.coming),
]

const sumRows = (label: string, totals: readonly PurchaseTotal[]): readonly Row[] =>
  totals.map(({ currency, cost }) => [`${label} (${currency})`, money(cost)])

/** All in one table: what lacks price or supplier first; sums last. */
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
        .map(({ supplier, line }) => [...supplierCells(supplier), ...lineCells(supplier, line)]),
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
    total ? [money(total.cost), total.currency] : [null, null]
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
    ...totals.map(({ currency, cost }) => ['Sum', null, null, null, null, money(cost), currency]),
    ...assemblies.map(({ name, times }) => ['Til', name, null, number(times)]),
  ],
})

// What Excel takes as the name of a sheet: no more signs than these, not those, and each once.
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

/** An overview, and a sheet for each supplier. */
export const sheetsBySupplier = (list: Purchasing, most: number): readonly [Sheet, ...Sheet[]] => {
  const named = sheetNames()
  let left = most
  const sheetOf = ({ supplier, lines, totals }: Purchase): Sheet => {
    const shown = lines.slice(0, left)
    left -= shown.length
    return {
      name: named(nameOf(supplier)),
      header: lineHeader,
      rows: [
        ...shown.map((line) => lineCells(supplier, line)),
        ...leftOutRows(lines.length - shown.length),
        ...sumRows('Sum', totals),
      ],
    }
  }
  return [overview(list), ...list.purchases.map(sheetOf)]
}
