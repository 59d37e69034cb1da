import { entity } from '../definition.ts'
import { file, files, flag, measure, multiline, number, suggestion, text } from '../fields.ts'
import { bracketFields, drawingFields, itoArticlenumber, purchasingFields } from './part-fields.ts'

const communicationTypes = ['AS-i', 'Profinet', 'Ethernet', 'EtherCat', 'RS485', 'Digital I/O']

export const motor = entity({
  name: 'motortypes',
  stream: 'motortype',
  noun: { one: 'motortype', the: 'motortypen', many: 'motortyper' },
  title: 'description',
  priced: true,
  fields: {
    supplierArticlenumber: text('Leverandør art.nr', {
      required: true,
      csv: 'Leverandor art.nr',
      numbering: true,
    }),
    description: text('Beskrivelse', { csv: 'Beskrivelse' }),
    type: text('Typebeskrivelse', { csv: 'Type' }),
    itoArticlenumber,
    communicationtype: suggestion('Kommunikasjonstype', {
      csv: 'Kommunikasjonstype',
      options: communicationTypes,
    }),
    power: number('Effekt', { unit: 'kW', csv: 'Effekt' }),
    min: number('Min hastighet', { csv: 'Min hastighet' }),
    rpm: number('RPM', { unit: 'o/min', csv: 'RPM' }),
    max: number('Max hastighet', { csv: 'Max hastighet' }),
    torque: number('Dreiemoment', { unit: 'Nm', csv: 'Dreiemoment' }),
    shaft: measure('Aksel', { csv: 'Aksel' }),
    constructiontype: text('Konstruksjonstype', { csv: 'Konstruksjonstype' }),
    kBox: text('K Box', { csv: 'K Box' }),
    kInput: text('K Input', { csv: 'K Input' }),
    current: number('Strøm', { unit: 'A', csv: 'Strom' }),
    frq: number('Frekvens', { unit: 'Hz', csv: 'Frekvens' }),
    controller: text('Kontroller', { csv: 'Kontroller' }),
    ...bracketFields,
    softstarter: text('Mykstarter', { csv: 'Mykstarter' }),
    brake: flag('Brems', { csv: 'Brems' }),
    notes: multiline('Notater', { csv: 'Notater' }),
    settingRange: text('Innstillingsområde', { csv: 'Innstillingsomrade' }),
    driveDiameter: number('Driftsdiameter', { unit: 'mm', csv: 'Driftsdiameter' }),
    mMin: number('M/min', { unit: 'm/min', csv: 'M Min' }),
    mSec: number('M/sek', { unit: 'm/s', csv: 'M Sek' }),
    weight: number('Vekt', { unit: 'kg', csv: 'Vekt', least: 0 }),
    f: number('F', { csv: 'F' }),
    ...purchasingFields,
    ...drawingFields,
    symbol: file('Symbol', { file: 'image' }),
    otherFiles: files('Andre filer', { file: 'document' }),
  },
  csv: {
    template: 'motortyper_mal.csv',
    identifiers: ['itoArticlenumber', 'supplierArticlenumber'],
  },
})
