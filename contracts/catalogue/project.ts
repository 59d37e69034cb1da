import { entity } from '../definition.ts'
import { text } from '../fields.ts'

/** All projects share one stream, which keeps project numbers unique. Ids are UUIDs. */
export const project = entity({
  name: 'projects',
  stream: 'project',
  noun: { one: 'prosjekt', the: 'prosjektet', many: 'prosjekter' },
  title: 'projectNumber',
  fields: {
    projectNumber: text('Prosjektnummer', { required: true, max: 100 }),
    monitor1: text('Monitor 1', { required: true }),
    monitor2: text('Monitor 2'),
  },
})
