import { test } from 'tap'
import { act, fireEvent, screen, show, within } from '../../testing/screen.tsx'
import { anAssembly, anItem } from '../testing/examples.ts'
import { BomDialog } from './bom-dialog.tsx'
import { CompareDialog } from './compare-dialog.tsx'

const line = anAssembly(1, { name: 'Linje' })
const skrue = anItem('Skrue', { itemId: 1 })
const nok = (cost: number) => ({ currency: 'NOK', cost })
const comparison = {
  a: { id: 1, name: 'Linje', complete: false },
  b: { id: 1, name: 'Linje', complete: true },
  counts: { added: 0, removed: 0, changed: 1, same: 1 },
  cost: [
    {
      currency: 'NOK',
      from: 20,
      to: 44,
      byQuantity: 30,
      byPrice: -5,
      byStructure: 0,
      byMissing: -1,
    },
  ],
  lines: [
    {
      ...skrue,
      change: 'changed',
      before: 2,
      after: 5,
      difference: 3,
      priceBefore: nok(10),
      priceAfter: nok(9),
      costBefore: nok(20),
      costAfter: nok(45),
    },
    {
      ...anItem('Mutter', { itemId: 2 }),
      change: 'added',
      before: 0,
      after: 2,
      difference: 2,
      priceBefore: null,
      priceAfter: { currency: 'EUR', cost: 1.5 },
      costBefore: null,
      costAfter: { currency: 'EUR', cost: 3 },
    },
  ],
}
const back = {
  ...comparison,
  cost: [{ ...comparison.cost[0], from: 44, to: 20, byQuantity: -30 }],
}
const bom = () => Response.json({ success: true, items: [skrue], summary: {} })
const path = '/api/assemblytypes/1'
const api = {
  '/api/assemblytypes': [line],
  [`${path}/bom`]: bom,
  [`${path}/bom?asOf=2026-03-01`]: bom,
  [`${path}/compare/1?asOf=2026-03-01`]: comparison,
  [`${path}/compare/1?otherAsOf=2026-03-01`]: back,
}

const words = (text: string | null) => text!.replaceAll(/\s+/g, ' ')
const costs = async () => {
  const table = await screen.findByRole('table', { name: 'Forskjell i kostnad' })
  return within(table)
    .getAllByRole('cell')
    .map(({ textContent }) => words(textContent))
}

test('a stykkliste of a past day can be compared with today, and back', async (t) => {
  const { user, sent } = show(t, <BomDialog assembly={line} onClose={() => undefined} />, api)
  fireEvent.change(await screen.findByLabelText('Per dato'), { target: { value: '2026-03-01' } })
  await screen.findByText('Slik den var 1. mars 2026')
  await screen.findByText('Skrue')
  t.ok(sent.some((call) => call.path === `${path}/bom?asOf=2026-03-01`))

  await user.click(screen.getByRole('button', { name: 'Sammenlign med i dag' }))
  await screen.findByText('Fra Linje per 1. mars 2026 til Linje i dag')
  t.same(await costs(), ['20,00 kr', '+30,00 kr', '−5,00 kr', '0,00 kr', '−1,00 kr', '44,00 kr'])
  await screen.findByText('0 lagt til · 0 fjernet · 1 endret · 1 lik')
  await screen.findByText(/Ikke alle deler er med i kostnaden \(fra\)/)
  const row = screen.getByRole('list', { name: 'Forskjeller' })
  t.match(words(row.textContent), /Skrue ?Endret ?Kostpris 10,00 kr ?9,00 kr.*\+25,00 kr/)
  t.match(words(row.textContent), /Mutter ?Lagt til ?Kostpris 1,50 EUR.*\+3,00 EUR/)

  await user.click(screen.getByRole('button', { name: 'Bytt retning' }))
  await screen.findByText('Fra Linje i dag til Linje per 1. mars 2026')
  t.match(await costs(), ['44,00 kr', '−30,00 kr'])
})

test('the day and the day of its prices are in the address', async (t) => {
  const prices = 'asOf=2026-03-01&validOn=2027-01-01'
  const answers = { ...api, [`${path}/bom?${prices}`]: api[`${path}/bom`] }
  show(t, <BomDialog assembly={line} onClose={() => undefined} />, answers)
  const contentsDay = await screen.findByLabelText('Per dato')
  const pricesDay = screen.getByLabelText('Priser per')
  for (const field of [contentsDay, pricesDay]) {
    const explanation = document.getElementById(field.getAttribute('aria-describedby')!)
    t.match(explanation?.textContent, 'bytter bare prisene', 'a screen reader tells them apart')
  }
  fireEvent.change(contentsDay, { target: { value: '2026-03-01' } })
  fireEvent.change(pricesDay, { target: { value: '2027-01-01' } })
  await screen.findByText('Slik den var 1. mars 2026. Priser per 1. jan. 2027')
  await screen.findByText('Skrue')
  t.equal(location.search, '?dato=2026-03-01&priser=2027-01-01')
})

test('the prices of another day can be compared with those of today', async (t) => {
  const answers = {
    ...api,
    [`${path}/bom?validOn=2027-01-01`]: bom,
    [`${path}/compare/1?validOn=2027-01-01`]: comparison,
    [`${path}/compare/1?asOf=2026-03-01&validOn=2027-01-01`]: comparison,
    [`${path}/compare/1?otherAsOf=2026-03-01&otherValidOn=2027-01-01`]: back,
  }
  const { user } = show(t, <BomDialog assembly={line} onClose={() => undefined} />, answers)
  fireEvent.change(await screen.findByLabelText('Priser per'), { target: { value: '2027-01-01' } })
  await user.click(screen.getByRole('button', { name: 'Sammenlign med i dag' }))
  await screen.findByText('Fra Linje i dag med priser per 1. jan. 2027 til Linje i dag')
  fireEvent.change(screen.getByLabelText('Denne per dato'), { target: { value: '2026-03-01' } })
  await screen.findByText('Fra Linje per 1. mars 2026 med priser per 1. jan. 2027 til Linje i dag')
  await user.click(screen.getByRole('button', { name: 'Bytt retning' }))
  await screen.findByText('Fra Linje i dag til Linje per 1. mars 2026 med priser per 1. jan. 2027')
})

test('a user who may not see history cannot choose a day', async (t) => {
  show(t, <BomDialog assembly={line} onClose={() => undefined} />, api, 'leser')
  await screen.findByText('Skrue')
  t.notOk(screen.queryByLabelText('Per dato'))
})

const refused = (error: string, status: number) => () =>
  Response.json({ success: false, error }, { status })
const unknown = refused('Sammenstillingen finnes ikke.', 404)

test('a stykkliste says that its assembly did not exist on the day, and not as an error', async (t) => {
  const answers = {
    ...api,
    [`${path}/bom?asOf=2026-03-01`]: unknown,
    [`${path}/bom/hierarchy?asOf=2026-03-01`]: unknown,
    [`${path}/compare/1?asOf=2026-03-01`]: unknown,
    [`${path}?asOf=2026-03-01`]: unknown,
  }
  const { user } = show(t, <BomDialog assembly={line} onClose={() => undefined} />, answers)
  fireEvent.change(await screen.findByLabelText('Per dato'), { target: { value: '2026-03-01' } })
  const said = 'Sammenstillingen fantes ikke 1. mars 2026. Den ble opprettet 20. nov. 2026'
  for (const name of ['Eksplodert', 'Hierarki', 'Sammendrag']) {
    await user.click(screen.getByRole('tab', { name }))
    await screen.findByText(said)
    t.equal(screen.queryByRole('alert'), null, name)
  }
  await user.click(screen.getByRole('button', { name: 'Sammenlign med i dag' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sammenlign stykklister' }))
  await dialog.findByText(said)
  t.equal(dialog.queryByRole('alert'), null)
})

test('a comparison says which of two assemblies did not exist', async (t) => {
  const answers = {
    ...api,
    '/api/assemblytypes': [line, anAssembly(2, { name: 'Ramme' })],
    [`${path}/compare/2?asOf=2026-03-01&otherAsOf=2026-03-01`]: unknown,
    [`${path}?asOf=2026-03-01`]: line,
    '/api/assemblytypes/2?asOf=2026-03-01': unknown,
    [`${path}/compare/2`]: unknown,
  }
  const { user } = show(t, <CompareDialog assembly={line} onClose={() => undefined} />, answers)
  await screen.findByRole('option', { name: 'Ramme' })
  await user.selectOptions(screen.getByLabelText('Sammenlign med'), 'Ramme')
  t.match((await screen.findByRole('alert')).textContent, 'Sammenstillingen finnes ikke.')
  for (const label of ['Denne per dato', 'Den andre per dato'])
    fireEvent.change(screen.getByLabelText(label), { target: { value: '2026-03-01' } })
  await screen.findByText('Den andre fantes ikke 1. mars 2026')
  t.equal(screen.queryByText('Linje fantes ikke 1. mars 2026'), null)
  t.equal(screen.queryByRole('alert'), null)
})

test('on paper is every line, and what is compared with what', async (t) => {
  const other = anAssembly(2, { name: 'Ny linje' })
  const many = Array.from({ length: 60 }, (_, at) => ({
    ...comparison.lines[1],
    itemId: at + 3,
    description: `Mutter M${at}`,
  }))
  const { user } = show(t, <CompareDialog assembly={line} onClose={() => undefined} />, {
    '/api/assemblytypes': [line, other],
    [`${path}/compare/2`]: {
      ...comparison,
      b: { id: 2, name: 'Ny linje', complete: true },
      lines: [comparison.lines[0], ...many],
    },
  })
  await user.selectOptions(await screen.findByLabelText('Sammenlign med'), 'Ny linje')
  await screen.findByText('Fra Linje i dag til Ny linje i dag')
  await act(async () => void dispatchEvent(new Event('beforeprint')))
  const paper = document.querySelector<HTMLElement>('.print-page')!
  t.match(words(paper.textContent), 'Fra Linje i dag til Ny linje i dag')
  t.match(words(paper.textContent), 'Ikke alle deler er med i kostnaden (fra)')
  const rows = [...paper.querySelectorAll('tr')].map((row) =>
    [...row.children].map(({ textContent }) => words(textContent)).join(' | '),
  )
  t.ok(rows.includes('Antall | +30,00 kr'))
  t.ok(rows.includes('Komponent | Skrue | Endret | 2 | 5 | stk | 10,00 kr → 9,00 kr | +25,00 kr'))
  t.ok(rows.includes('Komponent | Mutter M59 | Lagt til | 0 | 2 | stk | 1,50 EUR | +3,00 EUR'))
  t.equal(paper.querySelectorAll('button').length, 0)
  await act(async () => void dispatchEvent(new Event('afterprint')))
})
