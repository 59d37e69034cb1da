import fc from 'fast-check'
import { test } from 'tap'
import type { Known } from '../csv/differences.ts'
import type { NelfoHeader } from './header.ts'
import { priceFileDefaults, type PriceFileOptions } from '#contracts/csv/options.ts'
import { pricesOf } from './prices.ts'
import { amountOf, pricedFor } from './units.ts'
import { head, item } from './testing/items.ts'

test('what a price is for is said without doubt, or asked', async (t) => {
  const of = (measure: string, code: string, text: string, quantity: number) => {
    const one = pricedFor(measure, code, text, BigInt(Math.round(quantity * 10_000)))
    if ('wrong' in one) return one.wrong
    const shown = ({ unit, quantity: many }: { unit: string; quantity: bigint }) =>
      `${Number(many) / 10_000} ${unit}`
    return [shown(one.stated), one.counted && shown(one.counted)]
  }
  t.same(of('1', 'EA', 'STYKK', 1), ['1 stk', '1 stk'])
  t.same(of('2', 'MTR', 'METER', 1), ['1 m', '1 m'])
  t.same(of('2', 'HMT', '100 m', 100), ['1 100 m', '100 m'])
  t.same(of('1', 'EA', '100 STK', 100), ['1 100 stk', '100 stk'], 'the text confirms it')
  t.same(of('1', 'PK', 'PAKKE', 1), ['1 pk', null], 'a package of one is not believed')
  t.same(of('1', 'PK', 'PAKKE', 100), ['1 pk', '100 stk'])
  t.same(of('2', 'EA', 'TROMMEL', 500), ['1 stk', '500 m'], 'a drum')
  t.same(of('1', 'MTK', 'M2', 1), ['1 m2', null])
  t.same(of('1', 'XYZ', 'BUNT', 1), ['1 bunt', null])
  t.match(of('1', 'HMT', '', 100), /HMT er 100 m, men måleenheten er stk/)
  t.match(of('1', 'MTR', 'METER', 1), /MTR er m, men måleenheten er stk/)
  t.match(of('2', 'HMT', '', 1), /HMT er 100 m, men mengden er 1\. Hva gjelder prisen for\?/)
  t.match(of('2', 'MTR', 'METER', 100), /MTR er 1 m, men mengden er 100/)
  t.match(of('1', 'EA', '100 STK', 1), /«100 STK», men mengden er 1 stk/)
  t.match(of('1', 'PK', '', 2.5), ['1 pk', '2.5 stk'])
})

test('amounts are exact, and rounded half up at the fourth decimal', async (t) => {
  const of = (quantity: number) => ({ unit: 'm', quantity: BigInt(quantity * 10_000) })
  t.equal(amountOf(2050n, of(1)), 20.5)
  t.equal(amountOf(385_000n, of(100)), 38.5)
  t.equal(amountOf(5400n, of(1), 1550n), 45.63)
  t.equal(amountOf(100n, of(3)), 0.3333)
  t.equal(amountOf(200n, of(3)), 0.6667)
  t.equal(amountOf(1n, of(200)), 0.0001, '0.00005 goes up')
  t.equal(amountOf(9_999_999_999n, of(1)), 99_999_999.99)
})

const known = (price: Partial<Known['price']> | null, unit = ''): Known => ({
  id: 1,
  version: 0n,
  values: { unit },
  names: {},
  offers: [],
  price: price && {
    costPrice: null,
    costPriceCurrency: 'NOK',
    priceFactor: '1',
    listPrice: null,
    unit: 'stk',
    ...price,
  },
})
const prices = (
  rest: string,
  of: Known | null,
  { from = head, options = {} }: { from?: NelfoHeader; options?: Partial<PriceFileOptions> } = {},
) => {
  const found = pricesOf(item(rest, from), from, of, { ...priceFileDefaults, ...options })
  return 'message' in found ? `${found.field}: ${found.message}` : Object.fromEntries(found)
}
const offer: NelfoHeader = { ...head, kind: 'P' }

test('gross is the list price, net the cost; less a discount both', async (t) => {
  const priced = known({ costPrice: '1' })
  const line = (more: string) => `1;EA;STYKK;10000;10000;20200901;2;;;;;;;${more}`
  const nok = { 'pricing.costPriceCurrency': 'NOK' }
  t.same(prices(line(';'), priced), { 'pricing.listPrice': 100, ...nok })
  t.same(prices(line(';B'), priced), { 'pricing.listPrice': 100, ...nok })
  t.same(prices(line('2500;B'), priced), {
    'pricing.listPrice': 100,
    'pricing.costPrice': 75,
    ...nok,
  })
  t.same(prices(line('2500;N'), priced), { 'pricing.costPrice': 100, ...nok })
  t.match(prices(line('2500;'), priced, { from: offer }), /^Pristype: Pristypen mangler/)
  t.same(prices(line(';'), priced, { from: offer, options: { priceType: 'N' } }), {
    'pricing.costPrice': 100,
    ...nok,
  })
  t.same(prices(line(';'), priced, { from: { ...head, priceType: 'N' } }), {
    'pricing.costPrice': 100,
    ...nok,
  })
  t.match(prices(line('10000;B'), priced), /^Pris: Prisen blir 0 per stk/)
})

test('a price is put in the unit that the component is priced in, or not at all', async (t) => {
  const cable = '2;HMT;100 m;385000;1000000;20200901;2'
  const list = (rest: string, of: Known | null) => {
    const found = prices(rest, of)
    return typeof found === 'string'
      ? found
      : [found['pricing.listPrice'], found['pricing.unit'] ?? 'as it was']
  }
  t.same(list(cable, known({ listPrice: '1', unit: 'meter' })), [38.5, 'as it was'])
  t.same(list(cable, known({ listPrice: '1', unit: '100 m' })), [3850, 'as it was'])
  t.match(
    list(cable, known({ listPrice: '1', unit: 'stk' })),
    'PrisEnhet: Filen har pris per 100 m eller m, men komponenten per stk.',
  )
  t.same(list(cable, known(null)), [38.5, 'm'])
  t.same(list(cable, known(null, 'M')), [38.5, 'M'])
  t.same(list(cable, known({ priceFactor: '2' }, 'm')), [38.5, 'm'], 'a unit without an amount')
  t.same(list(cable, null), [38.5, 'm'])
  const pack = '1;PK;PAKKE;5000;10000;20200901;2'
  t.match(
    list(pack, known({ listPrice: '1', unit: 'stk' })),
    /pris per pk, men komponenten per stk/,
  )
  t.same(list(pack, known({ listPrice: '1', unit: 'pakke' })), [50, 'as it was'])
})

test('amounts in two currencies never stand side by side', async (t) => {
  const net = '1;EA;STYKK;10000;10000;20200901;2;;;;;;;;N'
  t.match(
    prices(net, known({ listPrice: '5', costPriceCurrency: 'EUR' })),
    /pris i EUR, og filen er i NOK/,
  )
  t.match(prices(net, known({ costPrice: '5', costPriceCurrency: 'EUR' })), {
    'pricing.costPriceCurrency': 'NOK',
  })
})

test('an amount that is written is read back to the øre', async (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.constantFrom(
        ['1', 'EA', '', 1],
        ['2', 'HMT', '100 m', 100],
        ['2', 'KMT', '', 1000],
        ['1', 'PK', 'PAKKE', 25],
      ),
      (øre, [measure, code, text, many]) => {
        const one = item(`${measure};${code};${text};${øre};${Number(many) * 10_000};20200901;0`)
        const whole100 = amountOf(one.øre, one.stated)
        const each = amountOf(one.øre, one.counted!)
        return (
          whole100 === øre / 100 &&
          Math.abs(each * Number(many) - øre / 100) <= Number(many) * 0.00005 + 1e-6
        )
      },
    ),
  )
  t.pass('random prices')
})
