import Big from 'big.js'
import { test } from 'tap'
import type { Purchasing } from '#contracts/purchasing/answer.ts'
import { assembly, partLinked, priced, registered, subLinked } from '../testing/events.ts'
import { explode, type NaiveLink } from '../testing/naive-explode.ts'
import { data, read } from '../testing/query.ts'
import { querySide } from '../testing/query-side.ts'
import { seeded, seedOf } from '../testing/random.ts'
import type { Given } from '../testing/read-model.ts'

const seed = seedOf()
const currencies = ['NOK', 'EUR', 'SEK'] as const
/** What a part is counted in, what its price is for, and how much of the price one is; null does not convert. */
const units = [
  ['stk', 'stk', 1n, 1n],
  ['m', '100 m', 1n, 100n],
  ['cm', 'm', 1n, 100n],
  ['stk', 'pr 1000', 1n, 1000n],
  ['m', 'mm', 1000n, 1n],
  ['m', 'stk', 0n, 0n],
] as const

const money = (tenThousandths: bigint, per: bigint) =>
  Big(String(tenThousandths)).div(String(per)).round(0, Big.roundHalfUp).div(10_000).toFixed()

test(`purchases are what following every path gives (SEED=${seed})`, async (t) => {
  const side = await querySide(t)
  const random = seeded(seed)
  const [assemblies, parts, suppliers] = [9, 24, 4]
  const events: Given[] = []
  const links: NaiveLink[] = []
  for (let id = 1; id <= suppliers; id++)
    events.push(registered('suppliers', id, { name: `L${id}`, orderEmail: `${id}@b.no` }))
  const known = Array.from({ length: parts }, (_, at) => {
    const part = {
      id: at + 1,
      unit: random.pick(units),
      supplierId: random.chance(0.8) ? 1 + random.below(suppliers) : null,
      cost: random.chance(0.85) ? random.below(2_000_000) : null,
      currency: random.pick(currencies),
    }
    const { id, unit, supplierId, cost } = part
    events.push(
      registered('componenttypes', id, { description: `K${id}`, unit: unit[0], supplierId }),
    )
    const price = { costPriceCurrency: part.currency, unit: unit[1] }
    if (cost !== null)
      events.push(
        priced('componenttypes', id, { ...price, costPrice: Big(cost).div(10_000).toFixed() }),
      )
    return part
  })
  const link = (from: string, to: string, quantity: number) =>
    links.push({ from, to, quantity: BigInt(quantity) })
  for (let id = 1; id <= assemblies; id++) {
    events.push(assembly(id, `S${id}`))
    for (let child = id + 1; child <= assemblies; child++)
      if (random.chance(0.5)) {
        const quantity = 1 + random.below(30)
        events.push(subLinked(id, child, { quantity }))
        link(`S${id}`, `S${child}`, quantity)
      }
    for (const part of known)
      if (random.chance(0.3)) {
        const quantity = 1 + random.below(100_000)
        events.push(partLinked(id, 'component', part.id, { quantity }))
        link(`S${id}`, `K${part.id}`, quantity)
      }
  }
  await side.given(...events)

  const asked = [1, 2, 4].map((id) => ({ id, times: 1 + random.below(500) }))
  const total = (id: number) =>
    asked.reduce(
      (sum, { id: top, times }) =>
        sum + BigInt(times) * (explode(links, `S${top}`).get(`K${id}`)?.quantity ?? 0n),
      0n,
    )
  const query = asked.map(({ id, times }) => `assembly=${id}:${times}`).join('&')
  const answer = await data<Purchasing>(side, `/api/purchasing?${query}`)

  const needed = known.map((part) => ({ ...part, total: total(part.id) })).filter((p) => p.total)
  const isSummed = ({ cost, unit }: (typeof needed)[number]) => cost !== null && unit[3] > 0n
  const lines = answer.purchases.flatMap(({ supplier, lines }) =>
    lines.map((line) => ({ ...line, supplierId: supplier?.id ?? null })),
  )
  t.equal(lines.length, needed.length)
  for (const part of needed) {
    const line = lines.find(({ itemId }) => itemId === part.id)!
    const { cost, unit, currency, supplierId } = part
    t.equal(String(line.quantity), String(part.total))
    t.equal(line.supplierId, supplierId)
    const price = { amount: (cost ?? 0) / 10_000, currency, unit: unit[1] }
    t.same(line.price, cost === null ? null : price)
    const sum = isSummed(part) ? money(part.total * BigInt(cost!) * unit[2], unit[3]) : null
    t.equal(line.sum === null ? null : Big(line.sum).toFixed(), sum)
    const reason = cost === null ? 'NO_PRICE' : sum === null ? 'UNIT_MISMATCH' : null
    t.equal(line.reason, reason)
  }
  const totalsOf = (some: typeof needed) =>
    currencies.flatMap((currency) => {
      const own = some.filter((part) => isSummed(part) && part.currency === currency)
      // All are thousandths of something.
      const sum = own.reduce(
        (sum, p) => sum + (p.total * BigInt(p.cost!) * p.unit[2] * 1000n) / p.unit[3],
        0n,
      )
      return sum === 0n ? [] : [`${currency} ${money(sum, 1000n)}`]
    })
  const said = ({ totals }: Pick<Purchasing, 'totals'>) =>
    totals.map(({ currency, cost }) => `${currency} ${Big(cost).toFixed()}`).toSorted()
  t.same(said(answer), totalsOf(needed).toSorted())
  for (const purchase of answer.purchases) {
    const own = needed.filter(({ supplierId }) => supplierId === (purchase.supplier?.id ?? null))
    t.same(said(purchase), totalsOf(own).toSorted())
    t.equal(purchase.complete, own.every(isSummed))
  }
  const cost = await read<{ data: Pick<Purchasing, 'totals'> }>(side, '/api/assemblytypes/1/cost')
  const one = await data<Purchasing>(side, '/api/purchasing?assembly=1')
  t.same(said(one), said(cost.data), 'as the stykkliste says')
})
