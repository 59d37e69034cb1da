import { entity } from '../definition.ts'
import { email, phone, text, url } from '../fields.ts'

export const supplier = entity({
  name: 'suppliers',
  stream: 'supplier',
  noun: { one: 'leverandør', the: 'leverandøren', many: 'leverandører' },
  title: 'name',
  fields: {
    name: text('Navn', { required: true, csv: 'Navn' }),
    orderEmail: email('Ordre e-post', {
      required: true,
      importsWithout: true,
      personal: true,
      csv: 'Ordre e-post',
    }),
    contactPerson: text('Kontaktperson', { personal: true, csv: 'Kontaktperson' }),
    contactEmail: email('Kontakt e-post', { personal: true, csv: 'Kontakt e-post' }),
    contactPhone: phone('Kontakt telefon', { personal: true, csv: 'Kontakt telefon' }),
    website: url('Nettside', { empty: '', csv: 'Nettside' }),
    address: text('Adresse'),
    postalCode: text('Postnummer', { max: 20 }),
    city: text('By'),
    country: text('Land'),
  },
  csv: { template: 'leverandorer_template.csv', identifiers: ['name'] },
})
