import { test } from 'tap'
import { assembly, component, supplier } from '#contracts/catalogue/index.ts'
import { measure } from '#contracts/fields.ts'
import type { JournalItem } from '#contracts/history.ts'
import { joinWithAnd } from '#contracts/text.ts'
import { dissolved, partLinked, registered, revised, subLinked } from '../testing/events.ts'
import { querySide } from '../testing/query-side.ts'
import { fieldChanged, tellingOf } from './phrases.ts'

test('what the filters find is downloaded, all of it, as CSV and as a workbook', async (t) => {
  const side = await querySide(t)
  await side.given(
    registered(supplier, 1, { name: '=A' }),
    ...Array.from({ length: 600 }, (_, n) => revised(supplier, 1, { city: `By ${n}` })),
    revised(supplier, 1, { website: 'D', address: 'E', city: 'A', country: 'B' }),
    { ...registered(component, 1, { description: 'B' }), user: 'ola', note: { reason: 'Ny' } },
  )
  const file = async (query: string) => side.get(`/api/journal/export?${query}`, {}, 'revisor')
  const csv = await file('')
  t.match(csv.headers['content-disposition'], /^attachment; filename="endringslogg .*\.csv"/)
  t.equal(csv.payload.trim().split('\r\n').length, 604, 'beyond one page, with headings')
  t.match(
    csv.payload,
    /: nettside satt til «D», adresse satt til «E», by .* til «A» og land satt til «B»\.;/,
  )
  const [, newest = '', ...others] = (await file('user=ola')).payload.trim().split('\r\n')
  t.match(newest, /;ola;;Komponent;1;Komponent «B» ble opprettet\.;Ny;Skjema;;;;;ItemRegistered;/)
  t.same(others, [])
  const workbook = await file('format=xlsx&entity=suppliers&kind=ItemRegistered')
  t.equal(workbook.rawPayload.subarray(0, 2).toString(), 'PK')
  t.equal((await file('limit=1')).statusCode, 400)
  t.equal((await side.get('/api/journal/export', {}, 'redaktør')).statusCode, 403)
})

test('a downloaded journal has whole values, as they are stored', async (t) => {
  const side = await querySide(t)
  const note = `Første linje\n${'Å'.repeat(9_000)}  slutt`
  const names = ['Celle', ...Array.from({ length: 5 }, (_, n) => `${'Linje '.repeat(30)}${n}`)]
  await side.given(
    registered(component, 1, { description: 'B', notes: 'før' }),
    revised(component, 1, { notes: note }),
    ...names.map((name, at) => registered(assembly, at + 1, { name })),
    partLinked(1, 'component', 1, { notes: note }),
    ...[2, 3, 4, 5, 6].map((id) => subLinked(id, 1)),
    dissolved(1),
  )
  const { payload } = await side.get('/api/journal/export', {}, 'revisor')
  for (const sentence of [
    `Komponent «B»: notater endret fra «før» til «${note}».`,
    `Sammenstilling «Celle»: komponent «B» lagt til (antall 1 og notat «${note}»).`,
    `Sammenstilling «Celle» ble koblet fra ${joinWithAnd(names.slice(1).map((name) => `«${name}»`))}.`,
  ])
    t.ok(payload.includes(sentence), sentence.slice(0, 60))
  const onScreen = await side.get('/api/journal?kind=ItemRevised', {}, 'revisor')
  t.match(
    onScreen.json<{ data: JournalItem[] }>().data[0]?.text,
    `Komponent «B»: notater endret fra «før» til «Første linje ${'Å'.repeat(67)}…».`,
  )
})

test('a measure has its unit, also one that is text', (t) => {
  const field = measure('Diameter', { unit: 'mm' })
  const change = { field: 'diameter', from: 25, to: 'Ø25 kile' }
  const telling = tellingOf(() => '', false)
  t.equal(fieldChanged(field, change, telling), 'diameter endret fra 25 mm til «Ø25 kile» mm')
  t.end()
})
