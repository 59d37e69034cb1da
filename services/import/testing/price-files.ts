import type { Test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { startImporter, type ImporterOptions } from './importing.ts'

export const head =
  'VH;EFONELFO;4.0;NO987654321MVA;;;20200901;;NOK;;Nordlys Elektro AS;Postboks 1;;0101;OSLO;NO'
/** A price file of an invented wholesaler. */
export const priceFile = (...lines: string[]) => [head, ...lines, ''].join('\r\n')
export const line = (number: string, rest: string) => `VL;1;${number};Vare ${number};;${rest}`
export const piece = (number: string, price: number, more = ';;R10;;;J;10000;;') =>
  line(number, `1;EA;STYKK;${price};10000;20200901;2;${more.slice(1)}`)

export const catalogue = async (t: Test, options: ImporterOptions = {}) => {
  const importer = await startImporter(t, options)
  const { call } = importer
  await call('POST', '/api/suppliers', { name: 'Nordlys Elektro', orderEmail: 'a@b.no' })
  await call('POST', '/api/suppliers', { name: 'Sørvik', orderEmail: 'a@b.no' })
  const add = (values: object) => call('POST', '/api/componenttypes', values)
  await add({
    description: 'Bryter',
    electricalNumber: '0100001',
    supplierId: 1,
    pricing: { costPrice: 10, priceFactor: 1.4, listPrice: 20 },
  })
  await add({ description: 'Kabel', electricalNumber: '0100002', unit: 'm' })
  await add({ description: 'Sørviks', electricalNumber: '0100003', supplierId: 2 })
  const prices = async (id: number) =>
    (await importer.commands.record(component, id))?.item.prices.at(-1)?.price
  return { ...importer, prices, add }
}
