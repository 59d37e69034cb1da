import { fireEvent, screen, show } from '../testing/screen.tsx'
import { test } from 'tap'
import type { Currency } from '#contracts/pricing.ts'
import type { PriceChange } from '#contracts/price-history.ts'
import { PriceHistory } from './history-dialog.tsx'
import { changeAt, plotsOf } from './price-plots.ts'
import { sourceText } from './price-texts.ts'
import { StepPlot } from './step-plot.tsx'

const at = (day: number) => `2026-03-0${day}T10:00:00.000Z`
const price = (
  day: number,
  currency: Currency,
  cost: number | null,
  unit = 'stk',
): PriceChange => ({
  position: String(day),
  eventId: '00000000-0000-0000-0000-000000000000',
  entityType: 'motortype',
  entityId: 7,
  at: at(day),
  user: 'Kari',
  userId: '7',
  userNow: null,
  validFrom: null,
  withdrawn: false,
  from: null,
  to: {
    costPrice: cost,
    costPriceCurrency: currency,
    priceFactor: 2,
    listPrice: null,
    salesPrice: cost && cost * 2,
    unit,
  },
  source: null,
  import: null,
  line: null,
  via: { kind: 'form' },
  reason: null,
})
const removed: PriceChange = { ...price(4, 'NOK', null), user: 'Ola', to: null }
const history = [price(1, 'NOK', 100), price(2, 'EUR', 12), price(3, 'NOK', 110), removed]
const time = (day: number) => Date.parse(at(day))

test('each price applies until the next, in the plot of its currency', async (t) => {
  const [kroner, euro, ...others] = plotsOf(history, time(9))
  t.same(others, [])
  t.same(
    kroner!.lines.map(({ kind }) => kind),
    ['costPrice', 'salesPrice'],
    'no line of what there never was',
  )
  t.same(kroner!.lines[0]!.points, [
    { at: time(1), value: 100 },
    { at: time(2), value: 100 },
    { at: time(2), value: null },
    { at: time(3), value: 110 },
    { at: time(4), value: 110 },
    { at: time(4), value: null },
  ])
  t.equal(euro!.currency, 'EUR')
  t.same(plotsOf([price(1, 'EUR', 12)], time(9))[0]!.lines[0]!.points.at(-1), {
    at: time(9),
    value: 12,
  })
})

test('there is room for the labels of large amounts', async (t) => {
  const change = price(1, 'NOK', 250_000_000)
  const span = [time(1), time(9)] as const
  const [plot] = plotsOf([change], time(9))
  show(t, <StepPlot {...{ plot: plot!, span, change }} width={500} onPoint={() => {}} />)
  const label = screen.getByText(/^500.000.000$/)
  t.ok(Number(label.getAttribute('x')) > label.textContent.length * 6)
})

test('the price at an instant is the last change before it', async (t) => {
  t.equal(changeAt(history, time(2)), 1)
  t.equal(changeAt(history, time(3) - 1), 1)
  t.equal(changeAt(history, time(9)), 3)
  t.equal(changeAt(history, 0), 0)
})

test('the chart can be used with the keyboard, and the table has the same data', async (t) => {
  show(t, <PriceHistory entityType="motortype" id={7} />, {
    '/api/pricing/history?entityType=motortype&entityId=7': history,
  })
  const slider = await screen.findByRole('slider', { name: 'Prisendring' })
  t.match(slider.getAttribute('aria-valuetext'), /Ola: slettet/)
  fireEvent.change(slider, { target: { value: '1' } })
  t.match(
    slider.getAttribute('aria-valuetext')!.replaceAll('\u00a0', ' '),
    /Kari: kostpris 12,00 EUR, salgspris 24,00 EUR, listepris –/,
  )
  const rows = screen.getAllByRole('row').slice(1)
  t.same(
    rows.map((row) => row.textContent.replaceAll('\u00a0', ' ').replace(/^.*(Kari|Ola)/, '$1')),
    ['OlaSlettet––', 'Kari110,00 kr220,00 kr', 'Kari12,00 EUR24,00 EUR', 'Kari100,00 kr200,00 kr'],
    'no column of what there never was',
  )
  t.same(
    rows.map((row) => row.getAttribute('aria-current')),
    [null, null, 'true', null],
  )
})

test('prices for other units are not drawn together, and say what they are for', async (t) => {
  const inTwoUnits = [price(1, 'NOK', 5_000, '1000 stk'), price(2, 'NOK', 6)]
  t.same(
    plotsOf(inTwoUnits, time(9)).map(({ unit }) => unit),
    ['1000 stk', 'stk'],
  )
  show(t, <PriceHistory entityType="motortype" id={7} />, {
    '/api/pricing/history?entityType=motortype&entityId=7': inTwoUnits,
  })
  const slider = await screen.findByRole('slider', { name: 'Prisendring' })
  fireEvent.change(slider, { target: { value: '0' } })
  t.match(slider.getAttribute('aria-valuetext'), / per 1000 stk$/)
  const cells = screen.getAllByRole('row').map((row) => row.lastChild?.textContent)
  t.same(cells, ['Per', 'stk', '1000 stk'])
})

test('an account that has another name now is told from one that has its old name', async (t) => {
  const [kari, other] = [{ ...price(1, 'NOK', 100), userNow: 'Kari Dahl' }, price(2, 'NOK', 110)]
  show(t, <PriceHistory entityType="motortype" id={7} />, {
    '/api/pricing/history?entityType=motortype&entityId=7': [kari, other],
  })
  const slider = await screen.findByRole('slider', { name: 'Prisendring' })
  t.match(slider.getAttribute('aria-valuetext'), ', Kari:')
  fireEvent.change(slider, { target: { value: '0' } })
  t.match(slider.getAttribute('aria-valuetext'), ', Kari (nå Kari Dahl):')
  const [, later, earlier] = screen.getAllByRole('row').map((row) => row.textContent)
  t.notMatch(later, '(nå')
  t.match(earlier, 'Kari (nå Kari Dahl)')
})

test('a price says by which file and line it came', async (t) => {
  const source = { seller: 'Nordlys Elektro AS' } as PriceChange['source']
  const of = (via: PriceChange['via'], more: Partial<PriceChange> = {}) =>
    sourceText({ ...price(1, 'NOK', 100), via, ...more })
  const from = { import: 'j1', file: 'priser.csv', line: 1234 }
  t.equal(of({ kind: 'form' }), null)
  t.match(of({ kind: 'import', ...from }), /^Import priser\.csv linje 1.234$/)
  t.match(
    of({ kind: 'pricefile', ...from }, { source }),
    /^Prisfil priser.* fra Nordlys Elektro AS$/,
  )
  t.equal(of({ kind: 'undo', import: 'j1', file: 'priser.csv' }), 'Angring av priser.csv')
  t.equal(of({ kind: 'token', token: 'nattjobb' }), 'API-nøkkel «nattjobb»')
})
