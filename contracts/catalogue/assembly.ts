import { entity, file, files, multiline, text } from '../fields.ts'

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
    image: file('Bilde', { file: 'image' }),
    dataSheet: file('Datablad', { file: 'pdf' }),
    mechanicalDrawing: file('Teknisk tegning', { file: 'drawing' }),
    otherFiles: files('Andre filer', { file: 'document' }),
  },
})
