import { test } from 'tap'
import { changeBody, createBody } from '../bodies.ts'
import { entities } from '../catalogue/index.ts'
import type { Entity } from '../entity.ts'
import type { Kind } from '../fields.ts'
import { parse } from '../norwegian.ts'
import { checkedChange, checkedNew } from './check-body.ts'

const anything: readonly unknown[] = [
  'Skrue',
  '  M8 × 20 ',
  '',
  '   ',
  'NUL\u0000',
  'x'.repeat(11),
  'x'.repeat(101),
  'x'.repeat(1_001),
  `${'x'.repeat(99)}  `,
  ' 1,5 ',
  '05',
  '-0',
  0,
  -0,
  1.5,
  12.3456,
  1.00001,
  1e-7,
  0.1,
  10.0001,
  99_999_999_999,
  100_000_000_000,
  1e15,
  2e15,
  -3,
  Number.NaN,
  Infinity,
  true,
  null,
  undefined,
  [],
  ['a', ' a ', 'b'],
  ['x'.repeat(1_001)],
  [1],
  {},
  'kari@eksempel.no',
  'https://eksempel.no',
  'javascript:alert(1)',
  '/objects/uploads/a.pdf',
  'NOK',
  'XXX',
  'm',
]

const fitting = (kind: Kind, n: number) =>
  kind === 'reference' ? n + 1 : kind === 'email' ? `${n}@eksempel.no` : `Tekst ${n}`

/** The same on every run: a body of an entity with a few things in it, right and wrong. */
const bodies = (entity: Entity) => {
  let seed = 42
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const fields = Object.entries(entity.fields)
  const some = () => anything[random(anything.length)]
  const price = () =>
    Object.fromEntries(
      ['costPrice', 'costPriceCurrency', 'priceFactor', 'listPrice', 'unit', 'salesPrice', 'rabatt']
        .filter(() => random(3) === 0)
        .map((key) => [key, some()]),
    )
  return Array.from({ length: 3_000 }, () => {
    const body: Record<string, unknown> = {}
    const most = random(3)
    for (const [key, field] of fields) {
      if (field.options && random(2) === 0) body[key] = field.options[random(field.options.length)]
      else if (field.required && random(8) > 0) body[key] = fitting(field.kind, random(1_000))
      if (random(fields.length) < most) body[key] = some()
    }
    if (random(entity.priced ? 2 : 20) === 0) body['pricing'] = random(5) === 0 ? some() : price()
    if (random(20) === 0) body['ukjent'] = 1
    if (random(20) === 0) body['id'] = 7
    return body
  })
}

for (const entity of entities)
  test(`rows of ${entity.name} are judged as bodies of requests are`, async (t) => {
    const [create, change] = [createBody(entity), changeBody(entity)]
    let taken = 0
    for (const body of bodies(entity))
      for (const [ours, theirs] of [
        [checkedNew(entity, body), parse(create, body)],
        [checkedChange(entity, body), parse(change, body)],
      ] as const) {
        if (ours.ok) taken++
        const [mine, whole] = [ours, theirs].map((one) => JSON.stringify(one))
        if (mine !== whole) t.same(ours, theirs, JSON.stringify(body))
      }
    t.ok(taken > 300 && taken < 6_000, `${taken} of 6000 were taken`)
  })
