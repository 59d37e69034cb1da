import { encodingNames, type Encoding } from '#contracts/csv/encodings.ts'
import { shownDate } from './fields.ts'
import { nelfoName, type NelfoHeader } from './header.ts'
import type { PriceFile } from './price-file.ts'

const validity = ({ from, to }: NelfoHeader): readonly string[] => {
  if (from !== null && to !== null) return [`gjelder ${shownDate(from)}–${shownDate(to)}`]
  if (from !== null) return [`gjelder fra ${shownDate(from)}`]
  return to !== null ? [`gjelder til ${shownDate(to)}`] : []
}

/** "EFO/NELFO 4.0, varefil fra Onninen AS, gjelder fra 01.09.2026, NOK, Windows-1252" */
export const describePriceFile = ({ head }: PriceFile, encoding: Encoding): string =>
  [
    nelfoName,
    `${head.kind === 'V' ? 'varefil' : 'pristilbud'} fra ${head.seller || 'ukjent grossist'}`,
    ...validity(head),
    head.currency,
    encodingNames[encoding],
  ].join(', ')
