import { choice, entity, file, list, multiline, reference, suggestion, text } from '../fields.ts'
import { deliveryFields } from './offer.ts'

const outputTypes = ['PNP/NO', 'PNP/NC', 'Profinet', 'IO-link', 'Ethercat', 'AS-i']
const connectorTypes = ['M8-3P', 'M8-4P', 'M12-3P', 'M12-4P', 'RJ45']

export const sensor = entity({
  name: 'sensortypes',
  stream: 'sensortype',
  noun: { one: 'sensortype', the: 'sensortypen', many: 'sensortyper' },
  title: 'description',
  priced: 'sensortype',
  fields: {
    description: text('Beskrivelse', { required: true, csv: 'Beskrivelse' }),
    type: text('Type', { csv: 'Type' }),
    allowedPrefix: list('Tillatte prefikser', { csv: 'Tillatte prefikser' }),
    supplierArticlenumber: text('Leverandør art.nr', {
      csv: 'Leverandor art.nr',
      numbering: true,
    }),
    itoArticlenumber: text('ITO art.nr', {
      csv: 'ITO art.nr',
      placeholder: 'K-...',
      numbering: true,
    }),
    outputtype: choice('Utgangstype', { csv: 'Utgangstype', options: outputTypes }),
    connectortype: choice('Kontakttype', { csv: 'Kontakttype', options: connectorTypes }),
    defaultbracket: suggestion('Standard brakett', {
      csv: 'Standard brakett',
      among: 'bracketoptions',
    }),
    bracketoptions: list('Brakettalternativer', { csv: 'Brakett alternativer' }),
    reflexoptions: list('Refleksalternativer', { csv: 'Reflex alternativer' }),
    notes: multiline('Notater', { csv: 'Notater' }),
    supplierId: reference('Leverandør', { to: 'suppliers', csv: 'Leverandor' }),
    manufacturerId: reference('Produsent', { to: 'manufacturers', csv: 'Produsent' }),
    ...deliveryFields,
    image: file('Bilde', { file: 'image' }),
    dataSheet: file('Datablad', { file: 'pdf' }),
    mechanicalDrawing: file('Teknisk tegning', { file: 'drawing' }),
    symbol: file('Symbol', { file: 'image' }),
  },
  csv: {
    template: 'sensortyper_mal.csv',
    identifiers: ['itoArticlenumber', 'supplierArticlenumber'],
  },
})
