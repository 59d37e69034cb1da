import { test } from 'tap'
import { motor, supplier } from '#contracts/catalogue/index.ts'
import type { AnyRecord } from '#contracts/entity.ts'
import { createMatcher, searchReadings } from '#contracts/list/search.ts'
import { aPrice, priced, registered } from '../testing/events.ts'
import { querySide } from '../testing/query-side.ts'

type Rows = { data: AnyRecord[] }

const record = { supplierArticlenumber: 'M' }
const flags = Object.entries(motor.fields).filter(([, { kind }]) => kind === 'flag')
const allOn = Object.fromEntries(flags.map(([key]) => [key, true]))
const motors = [
  registered(supplier, 1, { name: 'Ålesund 0,55', orderEmail: 'a@b.no' }),
  registered(motor, 1, { ...record, ...allOn, power: 0.55, supplierId: 1, rpm: 1400 }),
  registered(motor, 2, { ...record, description: 'Girmotor 0,55 kW', shaft: 12.5, leadTime: 77 }),
  priced(motor, 2, aPrice({ costPrice: '168', priceFactor: '2', listPrice: null })),
  registered(motor, 3, {
    ...record,
    shaft: 'Ø9 ja',
    kBox: 'Wu\u0308rth',
    bracketoptions: ['a', 'b'],
  }),
  priced(motor, 3, aPrice({ costPrice: '33.3333', priceFactor: '1', listPrice: '1234.5' })),
  registered(motor, 4, {
    ...record,
    softstarter: '1.234,5',
    notes: 'To\nlinjer',
    torque: 0.0000001,
  }),
]

const searches: readonly (readonly [string, readonly number[]])[] = [
  ['0,55', [1, 2]],
  ['0.55', [1, 2]],
  ['0,55 kW', [1, 2]],
  ['kw', [1, 2]],
  ['1 400 o/min', [1]],
  ['168', [2]],
  ['168,00', [2]],
  ['336', [2]],
  ['16', []],
  ['33,3333', [3]],
  ['1234,5', [3]],
  ['1.234,5', [4]],
  ['1 234,50', [3]],
  ['1\u00a0234,5', [3, 4]],
  ['girmotor 1\u202f234,5', []],
  ['9 1\u202f234,50 ja', [3]],
  ['12,5', [2]],
  ['ja', [1, 3]],
  ['nei', [2, 3, 4]],
  ['ja ålesund', [1]],
  ['WÜRTH', [3]],
  ['a, b', [3]],
  ['to linjer', [4]],
  ['0,0000001', [4]],
  ['77', []],
  ['mm', []],
]

test('a search finds the same in a list, its ids, its export, its past, and in the browser', async (t) => {
  const { get, given } = await querySide(t)
  await given(...motors)
  const all = ((await get('/api/motortypes')).json() as Rows).data
  const now = encodeURIComponent(new Date().toISOString())
  for (const [search, found] of searches) {
    const q = `q=${encodeURIComponent(search)}`
    const idsAt = async (path: string) =>
      ((await get(path)).json() as Rows).data.map(({ id }) => id)
    t.same(await idsAt(`/api/motortypes?${q}`), found, search)
    t.same(await idsAt(`/api/motortypes?${q}&limit=10&asOf=${now}`), found, `${search} then`)
    const ids = (await get(`/api/motortypes/ids?${q}`)).json() as { data: number[] }
    t.same(ids.data, found, `ids of ${search}`)
    const file = await get(`/api/motortypes/export?${q}&columns=supplierArticlenumber`)
    t.equal(file.payload.trim().split('\r\n').length, found.length + 1, `export of ${search}`)
    const readings = searchReadings(search)
    const local = all
      .filter((row) => readings.some((words) => words.every(createMatcher(motor, row))))
      .map(({ id }) => id)
    t.same(local, found, `${search} in the browser`)
  }
})
