import { entity } from '../definition.ts'
import { choice, file, list, multiline, text } from '../fields.ts'
import { bracketFields, drawingFields, itoArticlenumber, purchasingFields } from './part-fields.ts'

const outputTypes = ['PNP/NO', 'PNP/NC', 'Profinet', 'IO-link', 'Ethercat', 'AS-i']
const connectorTypes = ['M8-3P', 'M8-4P', 'M12-3P', 'M12-4P', 'RJ45']

export const sensor = entity({
  name: 'sensortypes',
  stream: 'sensortype',
  noun: { one: 'sensortype', the: 'sensortypen', many: 'sensortyper' },
  title: 'description',
  priced: true,
  fields: {
    description: text('Beskrivelse', { required: true, csv: 'Beskrivelse' }),
    type: text('Type', { csv: 'Type' }),
    allowedPrefix: list('Tillatte prefikser', { csv: 'Tillatte prefikser' }),
    supplierArticlenumber: text('Leverandør art.nr', {
      csv: 'Leverandor art.nr',
      numbering: true,
    }),
    itoArticlenumber,
    outputtype: choice('Utgangstype', { csv: 'Utgangstype', options: outputTypes }),
    connectortype: choice('Kontakttype', { csv: 'Kontakttype', options: connectorTypes }),
    ...bracketFields,
    reflexoptions: list('Refleksalternativer', { csv: 'Reflex alternativer' }),
    notes: multiline('Notater', { csv: 'Notater' }),
    ...purchasingFields,
    ...drawingFields,
    symbol: file('Symbol', { file: 'image' }),
  },
  csv: {
    template: 'sensortyper_mal.csv',
    identifiers: ['itoArticlenumber', 'supplierArticlenumber'],
  },
})
