import { existsSync, readFileSync } from 'node:fs'
import { test } from 'tap'
import { component, motor, sensor, supplier } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { UnreadableFile } from './row.ts'
import { fileOf, planned } from './testing/files.ts'

const folder = new URL('../../../../shared/data/', import.meta.url)
const skip = existsSync(folder) ? false : 'the example files are not here'
const file = (path: string) => fileOf(readFileSync(new URL(path, folder)), 65_536)

test('the example files of the offices are read without a fault', { skip }, async (t) => {
  const files: [Entity, string, number][] = [
    [component, 'spec-shaped/komponenter_odri_excel-nbno_cp1252_semikolon.csv', 237],
    [component, 'spec-shaped/komponenter_odri_utf8_komma.csv', 237],
    [supplier, 'spec-shaped/leverandorer_antatt-hode_utf8_komma.csv', 116],
    [motor, 'spec-shaped/motortyper_odri_utf8_komma.csv', 2],
    [sensor, 'spec-shaped/sensortyper_odri_utf8_komma.csv', 7],
    [motor, 'synthetic/motortyper_syntetisk_excel-nbno.csv', 120],
    [motor, 'synthetic/motortyper_syntetisk_utf8_komma.csv', 120],
    [sensor, 'synthetic/sensortyper_syntetisk_utf8_komma.csv', 120],
  ]
  for (const [entity, path, rows] of files) {
    const plans = await planned(entity, file(path))
    t.same(
      plans.filter(({ outcome }) => outcome !== 'created'),
      [],
      path,
    )
    t.equal(plans.length, rows, path)
  }
})

test('both spellings of the same file say the same', { skip }, async (t) => {
  const withoutLine = async (path: string) =>
    (await planned(motor, file(path))).map(({ line: _line, ...plan }) => plan)
  t.same(
    await withoutLine('synthetic/motortyper_syntetisk_excel-nbno.csv'),
    await withoutLine('synthetic/motortyper_syntetisk_utf8_komma.csv'),
  )
})

test(
  'each trouble in the catalogue of troubles is found, and nothing else',
  { skip },
  async (t) => {
    const plans = await planned(component, file('synthetic/komponenter_feilkatalog.csv'))
    const faults = plans.flatMap((plan) => (plan.outcome === 'failed' ? plan.errors : []))
    t.same(
      faults.map(({ line, column }) => [line, column]),
      [
        [6, 'Kostpris'],
        [7, 'Kostpris'],
        [8, 'Prisfaktor'],
        [9, 'Prisfaktor'],
        [11, 'Kostpris valuta'],
        [12, 'Prisfaktor'],
        [13, 'Enhet'],
        [14, 'Beskrivelse'],
        [15, 'Leverandor art.nr'],
      ],
    )
    const bodies = new Map(plans.map((plan) => [plan.line, 'body' in plan ? plan.body : {}]))
    t.match(bodies.get(3), { weight: 0.15, pricing: { costPrice: 1234.5, priceFactor: 1.4 } })
    t.match(bodies.get(4), { pricing: { costPrice: 12345.5 } })
    t.match(bodies.get(5), { pricing: { costPrice: 12.5 } })
    t.match(bodies.get(17), { description: '=HYPERLINK("http://x";"y")' })
    t.match(bodies.get(18), { electricalNumber: '0812345' })
    t.match(bodies.get(20), { description: 'Linje 1 Linje 2' })
    t.match(bodies.get(22), { tags: ['rød', 'grønn'] })
    t.match(bodies.get(23), { description: 'Nål' })
    t.match(bodies.get(24), { supplierArticlenumber: 'A-21' })
  },
)

test('a file that ends inside quotes is refused', { skip }, async (t) => {
  await t.rejects(planned(component, file('synthetic/ujevne_rader.csv')), UnreadableFile)
})
