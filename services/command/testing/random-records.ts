import { outputTypes } from '#contracts/catalogue/sensor.ts'
import { fieldKeys, type Entity } from '#contracts/entity.ts'
import type { Field, Value } from '#contracts/fields.ts'
import { currencies, type NewPricing } from '#contracts/pricing.ts'
import { isRefusal } from '#contracts/refusals.ts'
import type { Random } from '#command/csv-import/testing/random.ts'
import type { Commands } from '#command/kernel/commands.ts'

const texts = [
  'Lager «6204» ½"',
  "'; drop table componenttypes; --",
  '{"a":[null]}',
  '{a,"b",NULL}',
  'NULL',
  'null',
  '',
  ' foran og bak ',
  'linje\r\nto\ttre',
  String.raw`\u0041 \n \\ %_`,
  '😀 e\u0301 é',
  '\u2028\u202e\u00ad\u0001',
  '00123',
  '1e3',
  'x'.repeat(3_000),
]
const numbers = [0, 1, -1, 0.1, 0.1 + 0.2, 1e-7, 1e21, 123_456_789.123_456, 2 ** 53]
const amounts = [0, 0.0001, 0.1, 1, 12.5, 1_234.5678, 99_999_999_999, 99_999_999_998.9999]

const valueFor = (random: Random, { kind }: Field): Value => {
  const text = () => random.of(texts)
  if (kind === 'number') return random.of(numbers)
  if (kind === 'measure') return random.chance(0.5) ? random.of(numbers) : text()
  if (kind === 'flag') return random.chance(0.5)
  if (kind === 'reference') return 1
  if (kind === 'choice') return random.of(outputTypes)
  if (kind === 'list' || kind === 'files') return Array.from({ length: random.below(4) }, text)
  return text()
}

const valuesOf = (random: Random, entity: Entity): Record<string, Value> =>
  Object.fromEntries(
    fieldKeys(entity)
      .filter((key) => !entity.fields[key]!.file && random.chance(0.5))
      .map((key) => [key, random.chance(0.2) ? null : valueFor(random, entity.fields[key]!)]),
  )

const pricingOf = (random: Random): NewPricing => ({
  costPrice: random.chance(0.2) ? null : random.of(amounts),
  costPriceCurrency: random.of(currencies),
  priceFactor: random.of([0.1, 1, 1.3333, 10]),
  listPrice: random.chance(0.5) ? null : random.of(amounts),
  unit: random.of(['stk', 'm', 'Å"\\']),
})

/** Makes a record and does a few things with it, as parsed requests would: the same for the same chance. */
export const randomRecord = async (
  commands: Commands,
  random: Random,
  entity: Entity,
): Promise<number> => {
  const by = () => ({ user: 'kari', commandId: crypto.randomUUID() })
  const body = () => ({
    ...valuesOf(random, entity),
    ...(random.chance(0.5) && { pricing: pricingOf(random) }),
  })
  const made = await commands.register(entity, body(), by())
  if (isRefusal(made)) throw new Error(JSON.stringify(made))
  const id = Number(made.id)
  for (let left = random.below(6); left > 0; left--) {
    if (random.chance(0.6)) await commands.revise(entity, id, body(), by())
    else if (random.chance(0.7)) await commands.reprice(entity.priced!, id, pricingOf(random), by())
    else await commands.clearPrice(entity.priced!, id, by())
  }
  if (random.chance(0.1)) await commands.remove(entity, id, by())
  return id
}
