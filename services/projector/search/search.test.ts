import { sql } from 'slonik'
import { test } from 'tap'
import { z } from 'zod'
import {
  assembly,
  component,
  manufacturer,
  motor,
  project,
  supplier,
} from '#contracts/catalogue/index.ts'
import type { NumberMatches, SearchHit } from '#contracts/search-answers.ts'
import { folded as foldedText, oneLine } from '#contracts/text.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { folded, lowered } from '../catalogue/search-text.ts'
import { openPool } from '../kernel/pool.ts'
import { ensureTrigrams } from '../kernel/trigrams.ts'
import { querySide, type QuerySide } from '../testing/query-side.ts'
import { aPrice, offered, priced, registered, removed, revised } from '../testing/events.ts'
import { data } from '../testing/query.ts'

const hits = (side: QuerySide, q: string, rest = '') =>
  data<SearchHit[]>(side, `/api/search?q=${encodeURIComponent(q)}${rest}`)
const found = async (side: QuerySide, q: string, rest = '') =>
  (await hits(side, q, rest)).map(({ entity, id, match }) => `${entity} ${id} ${match}`)

const catalogue = [
  registered(supplier, 1, { name: 'Ålesund Kjørebånd', orderEmail: 'a@b.no' }),
  registered(manufacturer, 1, { name: 'SKF', supplierId: 1 }),
  registered(component, 1, {
    description: 'Sekskantskrue M8x40 elforsinket',
    itoArticlenumber: 'K-1234',
    supplierArticlenumber: '100 045-12',
    electricalNumber: '1104567',
    supplierId: 1,
    tags: ['rustfri', 'bjørn'],
  }),
  registered(component, 2, {
    description: 'Skrue',
    itoArticlenumber: 'K-12345',
    drawingNumber: 'T.77-1',
  }),
  registered(component, 3, {
    description: 'Sporkulelager 6204 20 × 47',
    notes: 'Til K-1234\nog skruer',
  }),
  offered(component, 3, 1, { supplierArticlenumber: 'ÅK 77-6204' }),
  offered(component, 3, 2, { supplierArticlenumber: 'X-9' }),
  registered(motor, 1, { supplierArticlenumber: 'SEW-R17', type: 'Tannhjulsmotor' }),
  registered(assembly, 1, { name: 'Transportør', description: 'Med bånd', drawingNumber: 'A-100' }),
  registered(project, '0198c0de-0000-7000-8000-000000000001', { projectNumber: 'K-1234' }),
]

test('the best comes first: whole numbers, what begins so, words in any order, words like them', async (t) => {
  const side = await querySide(t)
  await side.given(...catalogue)
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['K-1234', ['1 exact', '2 prefix', '3 words']],
    ['k1234', ['1 exact', '2 prefix']],
    ['k 1234', ['1 exact', '2 prefix', '3 words']],
    ['100045 12', ['1 exact']],
    ['1000-4512', ['1 exact']],
    ['t771', ['2 exact']],
    ['1104576', ['1 similar']],
    ['110456', ['1 prefix']],
    ['åk776204', ['3 exact']],
    ['X-9', ['3 exact']],
    ['110467', ['1 similar']],
    ['skrue', ['2 exact', '1 words', '3 words']],
    ['M8x40 skrue ålesund', ['1 words']],
    ['rustfri', ['1 words']],
    ['m8', ['1 words']],
    ['sekskantskreu', ['1 similar']],
    ['sporkulelagr 6204', ['3 similar']],
    ['bjorn', ['1 words']],
    ['BJØNR', ['1 similar']],
    ['skrve', ['2 similar', '1 similar', '3 similar']],
    ['lgaer', ['3 similar']],
    ['skruene', ['2 similar', '1 similar', '3 similar']],
    ['aalesund kjoerebaand', ['1 words']],
    ['m8 × 40', ['1 words']],
    ['8x40 skrue', ['1 words']],
    ['lager 20x47', ['3 words']],
    ['sporkulelager 6204 20x47', ['3 exact']],
    ['skrue 40 m8', ['1 words']],
    ['el.nr. 11 045 67', ['1 exact']],
    ['045 12', ['1 words']],
    ['001104567', ['1 words']],
    ['100%', ['1 prefix']],
    ['- %', []],
    ['xyzzy', []],
  ]
  for (const [q, expected] of cases)
    t.same(
      await found(side, q, '&entity=componenttypes'),
      expected.map((one) => `componenttypes ${one}`),
      q,
    )
})

test('every kind of record is found, with the field that it was found by', async (t) => {
  const side = await querySide(t)
  await side.given(...catalogue)
  t.same(await found(side, 'kjorebånd'), [
    'suppliers 1 words',
    'manufacturers 1 words',
    'componenttypes 1 words',
  ])
  t.same(await found(side, 'transportor'), ['assemblytypes 1 exact'])
  t.same(await found(side, 'K-1234', '&limit=1'), ['componenttypes 1 exact'])
  t.match(await hits(side, 'r17'), [
    { entity: 'motortypes', title: 'SEW-R17', number: 'SEW-R17', field: 'supplierArticlenumber' },
  ])
  t.match(await hits(side, 'kjørebånd sekskantskrue', '&entity=componenttypes'), [
    { title: 'Sekskantskrue M8x40 elforsinket', number: '100 045-12', field: 'supplierId' },
  ])
  t.match(await hits(side, 'rustfri'), [{ field: 'tags', text: 'rustfri, bjørn' }])
  t.match(await hits(side, '1104567'), [{ field: 'electricalNumber', number: '1104567' }])
})

test('what was found is said, and what was meant where something else was typed', async (t) => {
  const side = await querySide(t)
  await side.given(...catalogue)
  const marks: readonly (readonly [string, readonly string[]])[] = [
    ['skrue m8', ['skrue m8']],
    ['skrve ålesnud', ['skrue', 'alesund']],
    ['k 1234', ['k 1234']],
    ['1104576', ['1104567']],
  ]
  for (const [q, expected] of marks)
    t.same((await hits(side, q, '&entity=componenttypes&limit=1'))[0]?.marks, expected, q)
})

test('numbers of a list are each looked up whole: as written, else without hyphens, else as names', async (t) => {
  const side = await querySide(t)
  await side.given(
    ...catalogue,
    registered(component, 4, { description: 'Skrue', supplierArticlenumber: 'k1234' }),
    priced(component, 4, aPrice({ unit: '100 m' })),
  )
  const asked = [
    'K-1234',
    'k 1234',
    '11 045 67',
    'T.77-1',
    'sew-r17',
    'a100',
    'transportør',
    'skrue',
    'K-12',
  ]
  const numbers = asked.map((one) => `number=${encodeURIComponent(one)}`).join('&')
  const found = await data<NumberMatches[]>(side, `/api/search/numbers?${numbers}`)
  t.same(
    found.map(({ number, matches }) => [
      number,
      ...matches.map(({ entity, id }) => `${entity} ${id}`),
    ]),
    [
      ['K-1234', 'componenttypes 1'],
      ['k 1234', 'componenttypes 1', 'componenttypes 4'],
      ['11 045 67', 'componenttypes 1'],
      ['T.77-1', 'componenttypes 2'],
      ['sew-r17', 'motortypes 1'],
      ['a100', 'assemblytypes 1'],
      ['transportør', 'assemblytypes 1'],
      ['skrue', 'componenttypes 2', 'componenttypes 4'],
      ['K-12'],
    ],
  )
  t.match(found[0]?.matches, [
    { title: 'Sekskantskrue M8x40 elforsinket', supplier: 'Ålesund Kjørebånd', unit: 'stk' },
  ])
  t.match(found[1]?.matches, [{}, { unit: 'm' }], 'what its price is for')
})

test('what is found follows every change, and no word stays that nothing holds', async (t) => {
  const side = await querySide(t)
  await side.given(...catalogue)
  await side.given(
    revised(supplier, 1, { name: 'Bergen Drivreim' }),
    revised(component, 1, { description: 'Bolt', tags: null }),
    removed(component, 3),
  )
  t.same(await found(side, 'drivreim'), [
    'suppliers 1 words',
    'manufacturers 1 words',
    'componenttypes 1 words',
  ])
  for (const q of ['Ålesund', 'sekskantskrue', 'sporkulelager', 'kjørebnåd'])
    t.same(await found(side, q), [], q)
  const words = await side.context.pool.anyFirst(
    sql.type(z.object({ word: z.string() }))`select word from search_word order by word`,
  )
  t.same(
    words.filter((word) => /^(bolt|drivreim|sekskantskrue|rustfri|alesund)$/.test(word)),
    ['bolt', 'drivreim'],
  )
})

test('a text is folded alike where it is kept and where it is looked for', async (t) => {
  const pool = await openPool(await testDatabase(t))
  t.teardown(() => pool.end())
  const texts = [
    'Ålesund Kjørebånd',
    'M8 × 40',
    'A\u030a e\u0301 \u00a0\u200b X',
    'ÆØÅ É Ž ł ё й İ',
    '한 が',
    'K\u2011Å\u20101',
  ]
  const kept = await pool.anyFirst(sql.type(z.object({ text: z.string() }))`
    select ${folded(sql.fragment`text`)} as text from unnest(${sql.array(texts, 'text')}) text`)
  t.same(
    kept,
    texts.map((text) => foldedText(oneLine(text))),
  )
  const searched = await pool.anyFirst(sql.type(z.object({ text: z.string() }))`
    select ${lowered(sql.fragment`text`)} as text from unnest(${sql.array(texts, 'text')}) text`)
  t.same(
    searched,
    texts.map((text) => oneLine(text).toLowerCase()),
  )
})

test('as of an instant it finds what there was, for those who may see it', async (t) => {
  const side = await querySide(t)
  await side.given(...catalogue.map((event) => ({ ...event, at: '2026-01-01T00:00:00.000Z' })))
  await side.given({ ...removed(component, 1), at: '2026-02-01T00:00:00.000Z' })
  t.same(await found(side, 'K-1234', '&entity=componenttypes'), [
    'componenttypes 2 prefix',
    'componenttypes 3 words',
  ])
  const then = '&entity=componenttypes&asOf=2026-01-15'
  t.same(await found(side, 'skreu elforsinket', then), ['componenttypes 1 similar'])
  t.equal((await side.get('/api/search?q=k&asOf=2026-01-15', {}, 'leser')).statusCode, 403)
  t.equal((await side.get('/api/search?q=k', {}, 'leser')).statusCode, 200)
  for (const query of ['', '?q=k&from=2026-01-15', '?q=k&limit=0', '?q=k&entity=projects'])
    t.match((await side.get(`/api/search${query}`)).json(), { code: 'VALIDATION' }, query)
})

test('a role that may not install pg_trgm is named, with what to do', async (t) => {
  const url = new URL(await testDatabase(t))
  const owner = await openPool(url.href, { size: 1 })
  const role = `uten_${url.pathname.slice(1)}`
  await owner.query(sql.unsafe`create role ${sql.identifier([role])}`)
  t.teardown(async () => {
    await owner.query(sql.unsafe`drop role ${sql.identifier([role])}`)
    await owner.end()
  })
  url.searchParams.set('options', `-c role=${role}`)
  const pool = await openPool(url.href, { size: 1 })
  await t.rejects(ensureTrigrams(pool), { name: 'MissingTrigrams', message: new RegExp(role) })
  await pool.end()
  await ensureTrigrams(owner)
})
