import { entity } from '../definition.ts'
import { reference, text } from '../fields.ts'

export const manufacturer = entity({
  name: 'manufacturers',
  stream: 'manufacturer',
  noun: { one: 'produsent', the: 'produsenten', many: 'produsenter' },
  title: 'name',
  fields: {
    name: text('Navn', { required: true }),
    supplierId: reference('Leverandør', { required: true, importsWithout: true, to: 'suppliers' }),
  },
})
