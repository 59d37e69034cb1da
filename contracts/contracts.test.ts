import { test } from 'tap'
import { day } from './day-schema.ts'
import { component, motor, sensor, supplier } from './catalogue/index.ts'
import { decimalOf, rounded, times } from './decimal.ts'
import { changeBody, createBody } from './records.ts'
import { createSchema } from './field-schemas.ts'
import type { Entity } from './entity.ts'
import { linkedEntities, linkKinds, type LinkKind } from './assembly/link-kinds.ts'
import { linkIdOf, linkBody } from './assembly/links.ts'
import { linesBody } from './assembly/lines.ts'
import { parse } from './validation.ts'
import { pricingBody, pricingChanges } from './pricing.ts'

const created = (entity: Entity, body: unknown) => {
  const parsed = parse(createBody(entity), body)
  return parsed.ok ? parsed.value : parsed.errors
}
const changed = (entity: Entity, body: unknown) => {
  const parsed = parse(changeBody(entity), body)
  return parsed.ok ? parsed.value : parsed.errors
}
const priceErrors = (body: unknown) => {
  const parsed = parse(pricingBody, body)
  return parsed.ok ? [] : parsed.errors
}
const required = 'Dette feltet er påkrevd'

test('a missing, null or blank required field gives the same message', async (t) => {
  for (const description of [undefined, null, '', '   '])
    t.same(created(component, { description }), [{ path: 'description', message: required }])
  t.same(created(supplier, {}), [
    { path: 'name', message: required },
    { path: 'orderEmail', message: required },
  ])
})

test('an absent field gets its empty value', async (t) => {
  t.match(created(supplier, { name: 'A', orderEmail: 'a@b.no' }), {
    contactPerson: '',
    website: '',
    address: null,
  })
  t.match(created(motor, { supplierArticlenumber: '1' }), {
    brake: false,
    otherFiles: [],
    power: null,
  })
})

test('a change ignores absent fields, and clears null or blank ones', async (t) => {
  t.same(changed(component, { notes: null, tags: [], type: '' }), {
    notes: null,
    tags: [],
    type: null,
  })
  t.same(changed(component, { description: null }), [{ path: 'description', message: required }])
  t.same(changed(supplier, { website: null }), { website: '' })
  const file = '/objects/uploads/ab12.png'
  for (const image of [
    file,
    `https://storage.googleapis.com/lager/.private/uploads/ab12.png?X-Goog-Signature=${'a'.repeat(2_000)}`,
    `${file}?token=x`,
  ])
    t.same(changed(component, { image }), { image: file })
  for (const image of ['https://x.no/ab12.png', 'uploads/ab12.png', 'https://x.no/uploads/'])
    t.same(changed(component, { image }), [{ path: 'image', message: 'Filen må lastes opp først' }])
})

test('tags are trimmed, without blanks and duplicates, in the order given', async (t) => {
  t.match(created(component, { description: 'x', tags: [' rød', 'blå', '', 'rød'] }), {
    tags: ['rød', 'blå'],
  })
})

test('an unknown field is refused by name', async (t) => {
  t.same(changed(component, { colour: 'red' }), [{ path: 'colour', message: 'Ukjent felt' }])
})

test('wrong types are refused in Norwegian', async (t) => {
  t.same(changed(component, { weight: '12' }), [
    { path: 'weight', message: 'Verdien må være et tall' },
  ])
  t.same(changed(motor, { brake: 'ja' }), [
    { path: 'brake', message: 'Verdien må være ja eller nei' },
  ])
  const outputTypes = 'PNP/NO, PNP/NC, Profinet, IO-link, Ethercat, AS-i'
  t.same(changed(sensor, { outputtype: 'NPN' }), [
    { path: 'outputtype', message: `Verdien må være en av: ${outputTypes}` },
  ])
  t.match(created(supplier, { name: 'A', orderEmail: 'ikke en adresse' }), [
    { path: 'orderEmail', message: 'Ugyldig e-postadresse' },
  ])
})

test('numbers that are not finite are refused', async (t) => {
  for (const weight of [Infinity, -Infinity, NaN])
    t.match(changed(component, { weight }), [{ path: 'weight' }])
})

test('a web address must not run code', async (t) => {
  t.match(changed(supplier, { website: 'javascript:alert(1)' }), [{ path: 'website' }])
  t.match(changed(supplier, { website: 'https://x.no' }), { website: 'https://x.no' })
})

test('price errors have the texts of the specification', async (t) => {
  const cases: readonly [object, string, string][] = [
    [{ costPrice: -1 }, 'costPrice', 'Kostpris må være positiv'],
    [{ priceFactor: 0.05 }, 'priceFactor', 'Prisfaktor må være minst 0.1'],
    [{ priceFactor: 11 }, 'priceFactor', 'Prisfaktor kan ikke være høyere enn 10'],
    [{ listPrice: -1 }, 'listPrice', 'Listepris må være positiv'],
    [{ unit: '' }, 'unit', 'Enhet er påkrevd'],
    [{ unit: 'kilometerlang' }, 'unit', 'Enhet kan ikke være lengre enn 10 tegn'],
    [
      { costPrice: 1, priceFactor: null },
      'priceFactor',
      'Prisfaktor må angis når kostpris er satt',
    ],
  ]
  for (const [body, path, message] of cases) t.same(priceErrors(body), [{ path, message }])
})

test('a price has defaults, and its unit a maximum length', async (t) => {
  t.same(parse(pricingBody, {}), {
    ok: true,
    value: {
      costPrice: null,
      costPriceCurrency: 'NOK',
      priceFactor: 1,
      listPrice: null,
      unit: 'stk',
    },
  })
  t.same(priceErrors({ unit: null }), [{ path: 'unit', message: 'Enhet er påkrevd' }])
  t.same(priceErrors({ unit: 1 }), [{ path: 'unit', message: 'Verdien må være tekst' }])
  const empty = { costPrice: '', priceFactor: ' ', listPrice: '' }
  const none = { costPrice: null, priceFactor: null, listPrice: null }
  t.match(parse(pricingBody, empty), { ok: true, value: none })
  t.same(parse(pricingChanges, empty), { ok: true, value: none })
  t.ok(parse(pricingChanges, { unit: '' }).ok)
  t.notOk(parse(pricingChanges, { unit: 'kilometerlang' }).ok)
})

test('what is no day is said once', async (t) => {
  const message = 'Må være en dato, som 2027-01-01'
  for (const wrong of ['', '000', '2026-02-30', '1899-12-31'])
    t.same(parse(day, wrong), { ok: false, errors: [{ path: '', message }] }, wrong)
  t.same(parse(day, '1900-01-01'), { ok: true, value: '1900-01-01' })
})

test('decimals are exact, and rounded half up', async (t) => {
  t.equal(times('0.1', '0.2'), '0.02')
  t.equal(rounded('1.005', 2), '1.01')
  t.equal(decimalOf(1e-7), '0.0000001')
  t.equal(decimalOf(-0), '0')
})

test('a quantity is a whole number from 1 to 1,000,000', async (t) => {
  for (const quantity of [0, -1, 1.5, 1_000_001, NaN, '2'])
    t.notOk(parse(linkBody('motor'), { motorId: 1, quantity }).ok, `${quantity}`)
  t.same(parse(linkBody('motor'), { motorId: 1 }), {
    ok: true,
    value: { motorId: 1, quantity: 1, notes: null, sortOrder: 0 },
  })
})

test('a measure becomes a number if it is one, else stays text', async (t) => {
  t.match(changed(motor, { shaft: '20' }), { shaft: 20 })
  t.match(changed(motor, { shaft: 'Ø20 kile' }), { shaft: 'Ø20 kile' })
  t.match(changed(motor, { shaft: 25.5 }), { shaft: 25.5 })
  for (const shaft of ['123456789012345.1', '0,1234567890123456'])
    t.match(changed(motor, { shaft }), { shaft }, 'no digit is lost')
})

test('no two links have the same id, and every id is exact', async (t) => {
  const kinds = Object.keys(linkKinds) as LinkKind[]
  const numbers = [1, 2, 3, 7, 11, 40_000, 40_001, 32_999_999]
  const ids = kinds.flatMap((kind) =>
    numbers.flatMap((assembly) => numbers.map((item) => linkIdOf(kind, assembly, item))),
  )
  t.equal(new Set(ids).size, kinds.length * numbers.length ** 2)
  t.ok(ids.every((id) => Number.isSafeInteger(id) && id > 0))
})

test('no two kinds of link are to the same records', async (t) => {
  t.same(linkedEntities, [...new Set(linkedEntities)])
})

test('a link keeps its id when a kind is added, since scripts may hold it', async (t) => {
  const kept = { component: 208, motor: 209, sensor: 210, subassembly: 211 }
  for (const [kind, id] of Object.entries(kept)) t.equal(linkIdOf(kind as LinkKind, 3, 7), id, kind)
})

test('at most twenty errors are returned', async (t) => {
  const keys = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`felt${n}`, 1]))
  const parsed = parse(pricingBody, keys)
  t.equal(parsed.ok ? 0 : parsed.errors.length, 20)
})

test('a url must be http(s), and a weight must not be negative', async (t) => {
  const url = createSchema(supplier.fields.website)
  for (const good of ['https://firma.no', 'http://firma.no/a?b', 'www.firma.no', 'firma.no/x', ''])
    t.ok(url.safeParse(good).success, good)
  for (const bad of [
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://',
    'https://?x',
    'http:firma.no',
  ])
    t.notOk(url.safeParse(bad).success, bad)
  const weight = createSchema(component.fields.weight)
  t.ok(weight.safeParse(0).success)
  t.match(parse(weight, -0.5), {
    ok: false,
    errors: [{ message: 'Tallet kan ikke være negativt' }],
  })
})

test('a list that is too long says how long it may be, as Norwegians write numbers', (t) => {
  const links = Array.from({ length: 1_001 }, (_, at) => ({ kind: 'component', itemId: at + 1 }))
  const messageOf = (body: unknown) => {
    const parsed = parse(linesBody, body)
    return parsed.ok ? '' : parsed.errors[0]!.message
  }
  t.match(messageOf({ removed: links }), /^Kan ikke ha flere enn 1\s000 verdier$/)
  const pasted = links.map((link) => ({ ...link, quantity: 1 }))
  t.match(
    messageOf({ lines: pasted }),
    /^Kan ikke ta flere enn 1\s000 linjer om gangen\. Del dem opp\.$/,
  )
  t.end()
})
