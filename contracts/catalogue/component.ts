import {
  entity,
  file,
  list,
  longestUnit,
  multiline,
  number,
  reference,
  text,
  unitTooLong,
} from '../fields.ts'
import { deliveryFields } from './offer.ts'

export const component = entity({
  name: 'componenttypes',
  stream: 'componenttype',
  noun: { one: 'komponent', the: 'komponenten', many: 'komponenter' },
  title: 'description',
  priced: 'componenttype',
  fields: {
    description: text('Beskrivelse', { required: true, csv: 'Beskrivelse' }),
    supplierArticlenumber: text('Leverandør art.nr', {
      csv: 'Leverandor art.nr',
      csvRequired: true,
      numbering: true,
    }),
    ppDescription: text('PP Beskrivelse', { csv: 'PP Beskrivelse' }),
    itoArticlenumber: text('ITO art.nr', {
      csv: 'ITO art.nr',
      placeholder: 'K-...',
      numbering: true,
    }),
    type: text('Type', { csv: 'Type' }),
    electricalNumber: text('El-nummer', { csv: 'El-Nummer', numbering: true }),
    drawingNumber: text('Tegningsnummer', { csv: 'Tegningsnummer', numbering: true }),
    weight: number('Vekt', { unit: 'kg', csv: 'Vekt', least: 0 }),
    countryOfOrigin: text('Opprinnelsesland', { csv: 'Opprinnelsesland' }),
    unit: text('Enhet', { csv: 'Enhet', max: longestUnit, tooLong: unitTooLong }),
    notes: multiline('Notater', { csv: 'Notater' }),
    tags: list('Tags', { csv: 'Tags' }),
    supplierId: reference('Leverandør', { to: 'suppliers', csv: 'Leverandor' }),
    manufacturerId: reference('Produsent', { to: 'manufacturers', csv: 'Produsent' }),
    ...deliveryFields,
    image: file('Bilde', { file: 'image' }),
    dataSheet: file('Datablad', { file: 'pdf' }),
    mechanicalDrawing: file('Teknisk tegning', { file: 'drawing' }),
  },
  csv: {
    template: 'komponenter_mal.csv',
    identifiers: ['itoArticlenumber', 'supplierArticlenumber'],
    pricesBefore: 'notes',
    priceFiles: 'electricalNumber',
  },
})
