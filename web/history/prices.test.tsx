import { screen, show } from '../testing/screen.tsx'
import { test } from 'tap'
import type { Currency } from '#contracts/pricing.ts'
import type { PriceChange } from '#contracts/price-history.ts'
import { PriceHistory } from './price-history.tsx'

const at = (day: number) => `2026-03-0${day}T10:00:00.000Z`
const price = (day: number, currency: Currency, cost: number | null): PriceChange => ({
  position: String(day),
  eventId: '00000000-0000-0000-0000-000000000000',
  entityType: 'motortype',
  entityId: 7,
  at: at(day),
  user: 'Kari',
  userId: '7',
  from: null,
  to: {
    costPrice: cost,
    costPriceCurrency: currency,
    priceFactor: 2,
    listPrice: null,
    salesPrice: cost && cost * 2,
    unit: 'stk',
  },
  source: null,
  import: null,
  line: null,
  reason: null,
})
const removed: PriceChange = { ...price(4, 'NOK', null), user: 'Ola', to: null }
const history = [price(1, 'NOK', 100), price(2, 'EUR', 12), price(3, 'NOK', 110), removed]

test('a price history lists every price, newest first', async (t) => {
  show(t, <PriceHistory entityType="motortype" id={7} />, {
    '/api/pricing/history?entityType=motortype&entityId=7': history,
  })
  await screen.findByText('Slettet')
  const rows = screen.getAllByRole('row').slice(1)
  t.same(
    rows.map((row) => row.textContent.replaceAll('\u00a0', ' ').replace(/^.*(Kari|Ola)/, '$1')),
    [
      'OlaSlettet–––',
      'Kari110,00 kr220,00 kr–',
      'Kari12,00 EUR24,00 EUR–',
      'Kari100,00 kr200,00 kr–',
    ],
  )
})
