import type { Given } from './read-model.ts'
import { assembly, partLinked, priced, registered, subLinked } from './events.ts'

/** Three levels with one of everything, and faults for the summary to find. */
export const conveyor: readonly Given[] = [
  registered('suppliers', 1, { name: 'Automasjon AS', orderEmail: 'a@b.no' }),
  registered('manufacturers', 1, { name: 'Festo', supplierId: 1 }),
  registered('componenttypes', 7, {
    description: '=1+1;"Bolt"',
    type: 'Feste',
    supplierId: 1,
    manufacturerId: 1,
    supplierArticlenumber: 'B-7',
    unit: 'm',
  }),
  priced('componenttypes', 7, { costPrice: '125', unit: '100 m' }),
  registered('motortypes', 8, { supplierArticlenumber: 'M-8', description: null, type: 'AC' }),
  priced('motortypes', 8, { costPrice: '100', costPriceCurrency: 'EUR', priceFactor: '2' }),
  registered('sensortypes', 9, { description: 'Føler', supplierId: 99 }),
  assembly(1, 'Linje'),
  assembly(2, 'Celle'),
  assembly(3, 'Griper'),
  assembly(4, 'Tom kasse'),
  subLinked(1, 2, { quantity: 2 }),
  subLinked(2, 3, { quantity: 5, notes: 'speilvendt' }),
  subLinked(1, 3, { sortOrder: -1 }),
  subLinked(1, 4),
  partLinked(3, 'component', 7, { quantity: 4, notes: 'M8' }),
  partLinked(2, 'motor', 8),
  partLinked(1, 'sensor', 9, { quantity: 3 }),
]
