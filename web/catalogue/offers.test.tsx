import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show, until, within } from '../testing/screen.tsx'
import { component } from '#contracts/catalogue/index.ts'
import { suppliers } from '../testing/examples.ts'
import { Offers } from './offers.tsx'

const path = '/api/componenttypes/17/offers'
const part = { id: 17, description: 'Skrue M8', supplierId: 10, supplierName: 'Elektro AS' }
const offer = {
  supplierId: 11,
  supplierName: 'Sørvik',
  supplierArticlenumber: 'S-1',
  costPrice: 9.5,
  costPriceCurrency: 'NOK',
  unit: 'stk',
  minimumOrder: 100,
  leadTime: 1,
}

test('offers of other suppliers can be listed, added and preferred', async (t) => {
  const { user, sent } = show(t, <Offers entity={component} row={part} />, {
    [path]: [offer],
    '/api/suppliers': suppliers,
    [`PUT ${path}/10`]: offer,
    [`PUT ${path}/11/preferred`]: part,
  })
  const puts = () => sent.filter(({ method }) => method === 'PUT')
  const row = within(await screen.findByRole('listitem'))
  t.equal(row.getByRole('link').textContent, 'Sørvik')
  t.match(row.getByText(/per stk/).textContent, /^9,50.kr per stk · minst.100 · 1.dag$/)

  await user.click(screen.getByRole('button', { name: 'Legg til tilbud' }))
  const form = within(await screen.findByRole('dialog', { name: 'Legg til tilbud' }))
  await form.findByRole('option', { name: 'Elektro AS' })
  await user.selectOptions(form.getByRole('combobox', { name: /Leverandør/ }), 'Elektro AS')
  const currency = within(form.getByRole('combobox', { name: 'Valuta' }))
  t.equal(currency.queryByRole('option', { name: 'Ikke valgt' }), null, 'always has a currency')
  await user.type(form.getByRole('spinbutton', { name: 'Kostpris' }), '8')
  await user.click(form.getByRole('button', { name: 'Legg til tilbud' }))
  await until(() => puts().length === 1 && screen.queryByRole('dialog') === null)
  t.match(puts()[0], { path: `${path}/10`, body: { costPrice: 8, unit: 'stk' } })

  await user.click(row.getByRole('button', { name: 'Gjør foretrukket' }))
  const question = within(await screen.findByRole('dialog', { name: 'Gjør Sørvik foretrukket' }))
  t.ok(question.getByText(/endres fra ingen til 9,50.kr per stk/))
  await user.click(question.getByRole('button', { name: 'Gjør foretrukket' }))
  await until(() => puts().length === 2)
  t.match(puts()[1], { path: `${path}/11/preferred` })
})
