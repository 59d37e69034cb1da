import { entity } from '../definition.ts'
import { list, longestUnit, multiline, number, text, unitTooLong } from '../fields.ts'
import { drawingFields, itoArticlenumber, purchasingFields } from './part-fields.ts'

export const component = entity({
  name: 'componenttypes',
  stream: 'componenttype',
  noun: { one: 'komponent', the: 'komponenten', many: 'komponenter' },
  title: 'description',
  priced: true,
  fields: {
    description: text('Beskrivelse', { required: true, csv: 'Beskrivelse' }),
    supplierArticlenumber: text('Leverandør art.nr', {
      csv: 'Leverandor art.nr',
      csvRequired: true,
      numbering: true,
    }),
    ppDescription: text('PP Beskrivelse', { csv: 'PP Beskrivelse' }),
    itoArticlenumber,
    type: text('Type', { csv: 'Type' }),
    electricalNumber: text('El-nummer', { csv: 'El-Nummer', numbering: true }),
    drawingNumber: text('Tegningsnummer', { csv: 'Tegningsnummer', numbering: true }),
    weight: number('Vekt', { unit: 'kg', csv: 'Vekt', least: 0 }),
    countryOfOrigin: text('Opprinnelsesland', { csv: 'Opprinnelsesland' }),
    unit: text('Enhet', { csv: 'Enhet', max: longestUnit, tooLong: unitTooLong }),
    notes: multiline('Notater', { csv: 'Notater' }),
    tags: list('Tags', { csv: 'Tags' }),
    ...purchasingFields,
    ...drawingFields,
  },
  csv: {
    template: 'komponenter_mal.csv',
    identifiers: ['itoArticlenumber', 'supplierArticlenumber'],
    pricesBefore: 'notes',
    priceFiles: 'electricalNumber',
  },
})
