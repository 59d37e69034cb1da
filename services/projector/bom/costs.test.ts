import { test } from 'tap'
import { currencies } from '#contracts/pricing.ts'
import { allCostsAnswer } from './answer-cost.ts'
import { totalsOf } from './cost.ts'
import { emptyRow } from './items.ts'
import { BomModel } from './model.ts'
import { plus } from './numbers.ts'
import { explode, type NaiveLink } from './testing/naive.ts'
import { seeded, seedOf } from './testing/random.ts'

type AssemblyCost = { itemId: number; totals: unknown; complete: boolean }

const seed = seedOf()
const random = seeded(seed)
const assemblies = 14
const parts = 12
const border = 2n ** 53n

const links: NaiveLink[] = []
const prices = new Map<number, { currency: number; cost: bigint; sales: bigint }>()
const values = { sortOrder: 0, notes: null }

/** From a few øre to amounts that alone are beyond what a double holds; every sixth part has none. */
const priced = (model: BomModel, part: number) => {
  const digits = random.pick(['0.0001', '12.5', '99999.9999', '900719925474.0991', '9'.repeat(20)])!
  const costPrice = random.below(6) === 0 ? null : digits
  const currency = random.below(currencies.length)
  const row = { ...emptyRow(part), costPrice, currency: currencies[currency]!, priceFactor: '1.5' }
  const item = model.catalogue.made('component', row)
  model.put('component', part, item)
  if (item.cost === null) prices.delete(part)
  else prices.set(part, { currency, cost: BigInt(item.cost), sales: BigInt(item.sales) })
}

/** By following every path. */
const expected = (id: number) => {
  const amounts = Array.from({ length: 2 * currencies.length }, () => 0n)
  let unpriced = 0n
  for (const [name, { quantity }] of explode(links, `a${id}`)) {
    if (name.startsWith('a')) continue
    const price = prices.get(Number(name.slice(1)))
    if (!price) unpriced += quantity
    else {
      amounts[2 * price.currency]! += price.cost * quantity
      amounts[2 * price.currency + 1]! += price.sales * quantity
    }
  }
  return { amounts, unpriced }
}

test(`costs in all currencies are exact on both sides of 2^53 (SEED=${seed})`, async (t) => {
  const model = new BomModel()
  const quantity = () => (random.below(4) === 0 ? 1_000_000 : 1 + random.below(9))
  for (let id = 1; id <= assemblies; id++)
    model.put('subassembly', id, model.catalogue.made('subassembly', emptyRow(id)))
  for (let part = 1; part <= parts; part++) priced(model, part)
  const met = { small: 0, large: 0, unpriced: 0, mixed: 0 }
  for (let round = 0; round < 150; round++) {
    const parentId = 1 + random.below(assemblies)
    const isSub = round % 3 === 0 && parentId < assemblies
    // Downwards only, so never a circle.
    const to = isSub ? parentId + 1 + random.below(assemblies - parentId) : 1 + random.below(parts)
    const own = { ...values, quantity: quantity() }
    const link = { from: `a${parentId}`, to: `${isSub ? 'a' : 'c'}${to}` }
    const known = links.findIndex(({ from, to: below }) => from === link.from && below === link.to)
    if (known >= 0) links.splice(known, 1)
    links.push({ ...link, quantity: BigInt(own.quantity) })
    if (isSub) model.linkSub({ ...own, parentId, childId: to })
    else model.linkPart({ ...own, assemblyId: parentId, part: 'component', partId: to })
    if (round % 50 === 49) model.costs.clear()

    const lines: unknown[] = []
    const answer = allCostsAnswer(model)
    for (let id = 1; id <= assemblies; id++) {
      const { amounts, unpriced } = model.costs.of(model.graph.assemblies.of(id))
      const wanted = expected(id)
      t.same([...amounts, unpriced].map(BigInt), [...wanted.amounts, wanted.unpriced])
      const inUse = wanted.amounts.filter((amount) => amount > 0n)
      if (inUse.some((amount) => amount >= border)) met.large++
      if (inUse.some((amount) => amount < border)) met.small++
      if (inUse.length > 2) met.mixed++
      if (unpriced !== 0) met.unpriced++
      lines.push({
        itemId: id,
        totals: totalsOf({ ...wanted, amounts: wanted.amounts.map((one) => plus(one, 0)) }),
        complete: wanted.unpriced === 0n,
      })
    }
    // What is answered is of the moment it was asked for.
    priced(model, 1 + random.below(parts))
    model.costs.all()
    const { data } = JSON.parse([...answer].join('')) as { data: AssemblyCost[] }
    t.same(
      data.map(({ itemId, totals, complete }) => ({ itemId, totals, complete })),
      lines,
    )
    if (!t.passing()) return t.fail(`first difference in round ${round}, SEED=${seed}`)
  }
  t.ok(
    Object.values(met).every((times) => times > 100),
    JSON.stringify(met),
  )
})
