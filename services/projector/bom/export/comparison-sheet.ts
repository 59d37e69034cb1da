import type { Comparison, CostDifference } from '#contracts/assembly/cost-answers.ts'
import { leftOutRows } from '../lines.ts'
import { itemLabels } from '../summary.ts'
import { decimal, number, type Row, type Sheet } from '../../export/sheet.ts'

type Line = Comparison['lines'][number]

const changes = { added: 'Lagt til', removed: 'Fjernet', changed: 'Endret', same: 'Likt' }
const header = [
  'Endring',
  'Type',
  'Id',
  'Beskrivelse',
  'Leverandør art.nr',
  'ITO art.nr',
  'Antall fra',
  'Antall til',
  'Forskjell',
  'Enhet',
  'Kostpris fra',
  'Valuta fra',
  'Kostpris til',
  'Valuta til',
]

const priceCells = (price: Line['priceBefore']): Row =>
  price ? [decimal(String(price.cost)), price.currency] : [null, null]

const lineRow = (line: Line): Row => [
  changes[line.change],
  itemLabels[line.itemType],
  number(line.itemId),
  line.description,
  line.supplierArticlenumber,
  line.itoArticlenumber,
  ...[line.before, line.after, line.difference].map((quantity) => number(BigInt(quantity))),
  line.unit,
  ...priceCells(line.priceBefore),
  ...priceCells(line.priceAfter),
]

const amounts = [
  ['from', 'Kostnad fra'],
  ['byQuantity', 'Antall'],
  ['byPrice', 'Priser'],
  ['byStructure', 'Struktur'],
  ['byMissing', 'Manglende priser'],
  ['to', 'Kostnad til'],
] as const

const costRows = (difference: CostDifference): readonly Row[] =>
  amounts.map(([key, label]) => [
    `${label} (${difference.currency})`,
    decimal(String(difference[key])),
  ])

/** Lines; below them what the difference in cost comes of. */
export const comparisonSheet = ({ lines, cost }: Comparison, most: number): Sheet => ({
  name: 'Sammenligning',
  header,
  rows: [
    ...lines.slice(0, most).map(lineRow),
    ...leftOutRows(lines.length - most),
    ...cost.flatMap(costRows),
  ],
})
