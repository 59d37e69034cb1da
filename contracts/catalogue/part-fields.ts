import { file, list, reference, suggestion, text } from '../fields.ts'
import { deliveryFields } from './offer.ts'

export const itoArticlenumber = text('ITO art.nr', {
  csv: 'ITO art.nr',
  placeholder: 'K-...',
  numbering: true,
})

export const bracketFields = {
  defaultbracket: suggestion('Standard brakett', {
    csv: 'Standard brakett',
    among: 'bracketoptions',
  }),
  bracketoptions: list('Brakettalternativer', { csv: 'Brakett alternativer' }),
}

export const purchasingFields = {
  supplierId: reference('Leverandør', { to: 'suppliers', csv: 'Leverandor' }),
  manufacturerId: reference('Produsent', { to: 'manufacturers', csv: 'Produsent' }),
  ...deliveryFields,
}

export const drawingFields = {
  image: file('Bilde', { file: 'image' }),
  dataSheet: file('Datablad', { file: 'pdf' }),
  mechanicalDrawing: file('Teknisk tegning', { file: 'drawing' }),
}
