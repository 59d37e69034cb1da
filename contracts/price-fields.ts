import { currencies } from './catalogue/price.ts'
import { choice, number, text } from './fields.ts'

/** What the parts of a price are called, and how they are typed. */
export const priceFields = {
  costPrice: number('Kostpris', { least: 0 }),
  costPriceCurrency: choice('Valuta', {
    names: Object.fromEntries(currencies.map((one) => [one, one])),
  }),
  priceFactor: number('Prisfaktor', { step: 0.1 }),
  listPrice: number('Listepris', { least: 0 }),
  unit: text('Prisenhet'),
  validFrom: text('Gjelder fra', { day: true }),
}
