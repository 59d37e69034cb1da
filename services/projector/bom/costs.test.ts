import { test } from 'tap'
import { currencies } from '#contracts/pricing.ts'
import { plus } from '#graph/exact.ts'
import { itemOf } from './items.ts'
import { BomModel } from './model.ts'
import { moneyOf, scaled } from './money.ts'
import { allCosts, costAnswer } from './queries/cost.ts'
import { explode, type NaiveLink } from '../testing/naive-explode.ts'
import { seeded, seedOf } from '../testing/random.ts'

const seed = seedOf()
const random = seeded(seed)
const assemblies = 14
const parts = 12
const border = 2n ** 53n

/** Counted in, priced per, and how many of the second the first is: worked out by hand. */
const units = [
  [null, 'stk', 1n, 1n],
  ['stk', 'stk', 1n, 1n],
  ['Stk.', 'stk', 1n, 1n],
  ['m', '100 m', 1n, 100n],
  ['m', 'pr 3 m', 1n, 3n],
  ['mm', 'HMT', 1n, 100_000n],
  ['km', 'm', 1_000n, 1n],
  ['m', '305 m', 1n, 305n],
  ['min', 'time', 1n, 60n],
  ['stk', '1000 stk', 1n, 1_000n],
  ['kg', 'm', 0n, 1n],
  ['stk', 'pk', 0n, 1n],
] as const

const links: NaiveLink[] = []
type Price = { currency: number; cost: bigint; sales: bigint; per: bigint }
const prices = new Map<number, Price>()
/** A multiple of all that anything here is priced per. */
const common = 100_000n * 3n * 61n
const values = { sortOrder: 0, notes: null }

/** From a few øre to amounts that alone are beyond what a double holds; every sixth part has none. */
const priced = (model: BomModel, part: number) => {
  const digits = random.pick(['0.0001', '12.5', '99999.9999', '900719925474.0991', '9'.repeat(20)])!
  const costPrice = random.below(6) === 0 ? null : digits
  const currency = random.below(currencies.length)
  const [unit, priceUnit, times, per] = random.pick(
    random.below(2) === 0 ? units : units.slice(0, 3),
  )
  const money = { costPrice, currency: currencies[currency]!, priceFactor: '1.5' }
  model.put('component', part, itemOf('component', { id: part, ...money, unit, priceUnit }))
  if (costPrice === null || times === 0n) prices.delete(part)
  else {
    const cost = BigInt(scaled(costPrice))
    // The factor 1.5, rounded half up.
    const sales = (cost * 3n + 1n) / 2n
    prices.set(part, { currency, cost: cost * times, sales: sales * times, per })
  }
}

type Found = { amounts: bigint[]; unpriced: bigint }

const addPart = ({ amounts, ...found }: Found, part: number, quantity: bigint): Found => {
  const price = prices.get(part)
  if (!price) return { amounts, unpriced: found.unpriced + quantity }
  const many = (quantity * common) / price.per
  amounts[2 * price.currency]! += price.cost * many
  amounts[2 * price.currency + 1]! += price.sales * many
  return { amounts, ...found }
}

/** So many of something, by following every path, in parts of a ten-thousandth. */
const expected = (name: string, pieces = 1n): Found => {
  const below = [...explode(links, name)].map(([part, { quantity }]) => [part, quantity] as const)
  let found: Found = { amounts: currencies.flatMap(() => [0n, 0n]), unpriced: 0n }
  for (const [part, quantity] of [[name, 1n] as const, ...below])
    if (part.startsWith('c')) found = addPart(found, Number(part.slice(1)), quantity * pieces)
  return found
}

const roundedUp = (amount: bigint) => plus((2n * amount + common) / (2n * common), 0)
const moneyIn = ({ amounts }: ReturnType<typeof expected>) =>
  currencies.flatMap((currency, at) => {
    // No price here is 0.
    if (amounts[2 * at] === 0n) return []
    const [cost, sales] = [roundedUp(amounts[2 * at]!), roundedUp(amounts[2 * at + 1]!)]
    return [{ currency, cost: moneyOf(cost), sales: moneyOf(sales) }]
  })

test(`costs in all currencies and units are exact on both sides of 2^53 (SEED=${seed})`, async (t) => {
  const model = new BomModel()
  const quantity = () => (random.below(4) === 0 ? 1_000_000 : 1 + random.below(9))
  for (let id = 1; id <= assemblies; id++)
    model.put('subassembly', id, itemOf('subassembly', { id }))
  for (let part = 1; part <= parts; part++) priced(model, part)
  const met = { small: 0, large: 0, unpriced: 0, mixed: 0, endless: 0 }
  for (let round = 0; round < 150; round++) {
    const parentId = 1 + random.below(assemblies)
    const isSub = round % 3 === 0 && parentId < assemblies
    // Downwards only, so never a cycle.
    const to = isSub ? parentId + 1 + random.below(assemblies - parentId) : 1 + random.below(parts)
    const own = { ...values, quantity: quantity() }
    const link = { from: `a${parentId}`, to: `${isSub ? 'a' : 'c'}${to}` }
    const known = links.findIndex(({ from, to: below }) => from === link.from && below === link.to)
    if (known >= 0) links.splice(known, 1)
    links.push({ ...link, quantity: BigInt(own.quantity) })
    model.link({ kind: isSub ? 'subassembly' : 'component', from: parentId, to }, own)
    if (round % 50 === 49) for (let id = 1; id <= assemblies; id++) model.costs.invalidate(id)

    const lines: unknown[] = []
    const answer = allCosts(model)
    for (let id = 1; id <= assemblies; id++) {
      const { sums, unpriced } = model.costs.of(id)
      const amounts = currencies.flatMap((currency) => {
        const { cost, sales, per } = sums.get(currency) ?? { cost: 0, sales: 0, per: 1 }
        return [cost, sales].map((amount) => (BigInt(amount) * common) / BigInt(per))
      })
      const wanted = expected(`a${id}`)
      t.same([...amounts, BigInt(unpriced)], [...wanted.amounts, wanted.unpriced])
      const inUse = wanted.amounts.filter((amount) => amount > 0n)
      if (inUse.some((amount) => amount >= border * common)) met.large++
      if (inUse.some((amount) => amount < border * common)) met.small++
      if (inUse.some((amount) => amount % common > 0n)) met.endless++
      if (inUse.length > 2) met.mixed++
      if (unpriced !== 0) met.unpriced++
      lines.push({
        itemId: id,
        totals: moneyIn(wanted),
        complete: wanted.unpriced === 0n,
      })
    }
    const [asked, view] = [1 + random.below(assemblies), random.pick(['direct', 'flat'] as const)]
    const { totals, lines: shown } = costAnswer(model, asked, view)
    t.same(totals, moneyIn(expected(`a${asked}`)))
    for (const { itemType, itemId, quantity, totals: all, complete } of shown) {
      const name = `${itemType === 'assembly' ? 'a' : 'c'}${itemId}`
      const one = expected(name, BigInt(quantity))
      t.same([all, complete], [moneyIn(one), one.unpriced === 0n], name)
    }
    // What is answered is of the moment it was asked for.
    priced(model, 1 + random.below(parts))
    for (let id = 1; id <= assemblies; id++) model.costs.of(id)
    t.same(
      answer.map(({ itemId, totals, complete }) => ({ itemId, totals, complete })),
      lines,
    )
    if (!t.passing()) return t.fail(`first difference in round ${round}, SEED=${seed}`)
  }
  t.ok(
    Object.values(met).every((times) => times > 100),
    JSON.stringify(met),
  )
})
