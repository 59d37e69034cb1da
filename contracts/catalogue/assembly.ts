import { entity } from '../definition.ts'
import { files, multiline, text } from '../fields.ts'
import { drawingFields } from './part-fields.ts'

export const assembly = entity({
  name: 'assemblytypes',
  stream: 'assembly',
  noun: { one: 'sammenstilling', the: 'sammenstillingen', many: 'sammenstillinger' },
  title: 'name',
  fields: {
    name: text('Navn', { required: true }),
    type: text('Type', { unsearchable: true, filtered: true }),
    description: multiline('Beskrivelse', { required: true }),
    drawingNumber: text('Tegn.nr.', { numbering: true }),
    notes: multiline('Notater', { unsearchable: true }),
    ...drawingFields,
    otherFiles: files('Andre filer', { file: 'document' }),
  },
})
