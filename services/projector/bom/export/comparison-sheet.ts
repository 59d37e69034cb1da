import { itemLabels } from '#contracts/assembly/bom.ts'
import type { Comparison, CostDifference } from '#contracts/assembly/cost-answers.ts'
import { leftOutRows } from '../lines.ts'
import {
  cellsOf,
  headingsOf,
  number,
  type Columns,
  type Row,
  type Sheet,
} from '../../export/sheet.ts'

const changes = { added: 'Lagt til', removed: 'Fjernet', changed: 'Endret', same: 'Likt' }
const columns: Columns<Comparison['lines'][number]> = [
  ['Endring', ({ change }) => changes[change]],
  ['Type', ({ itemType }) => itemLabels[itemType]],
  ['Id', ({ itemId }) => number(itemId)],
  ['Beskrivelse', ({ description }) => description],
  ['Leverandør art.nr', ({ supplierArticlenumber }) => supplierArticlenumber],
  ['ITO art.nr', ({ itoArticlenumber }) => itoArticlenumber],
  ['Antall fra', ({ before }) => number(before)],
  ['Antall til', ({ after }) => number(after)],
  ['Forskjell', ({ difference }) => number(difference)],
  ['Enhet', ({ unit }) => unit],
  ['Kostpris fra', ({ priceBefore }) => number(priceBefore?.cost)],
  ['Valuta fra', ({ priceBefore }) => priceBefore?.currency ?? null],
  ['Kostpris til', ({ priceAfter }) => number(priceAfter?.cost)],
  ['Valuta til', ({ priceAfter }) => priceAfter?.currency ?? null],
  ['Sum fra', ({ costBefore }) => number(costBefore?.cost)],
  ['Sum til', ({ costAfter }) => number(costAfter?.cost)],
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
  amounts.map(([key, label]) => [`${label} (${difference.currency})`, number(difference[key])])

export const comparisonSheet = ({ lines, cost }: Comparison, most: number): Sheet => ({
  name: 'Sammenligning',
  header: headingsOf(columns),
  rows: [
    ...lines.slice(0, most).map((line) => cellsOf(columns, line)),
    ...leftOutRows(lines.length - most),
    ...cost.flatMap(costRows),
  ],
})
