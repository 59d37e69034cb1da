import { test } from 'tap'
import type { Role } from '#contracts/access.ts'
import { assembly, component, motor, supplier } from '#contracts/catalogue/index.ts'
import { journalItem, type JournalItem } from '#contracts/history.ts'
import {
  aPrice,
  attribute as length,
  dissolved,
  inAssembly,
  offered,
  offerRemoved,
  partLinked,
  priced,
  registered,
  reinstated,
  rejoined,
  removed,
  revised,
  subLinked,
} from '../testing/events.ts'
import { querySide, type QuerySide } from '../testing/query-side.ts'
import type { Given } from '../testing/read-model.ts'

const journalOf = async ({ get }: QuerySide, query = '') => {
  const reply = await get(`/api/journal?${query}`, {}, 'revisor')
  const { data } = reply.json<{ data: JournalItem[] }>()
  return { data, next: reply.headers['x-next-before'] }
}
const textsOf = async (side: QuerySide, query?: string) =>
  (await journalOf(side, query)).data.map(({ text }) => text)

const attribute = { attributeId: 1, ...length }
const screw = { part: 'component', partId: 1 }
const link = { quantity: 5, notes: 'høyre side', sortOrder: 0 }

test('the journal tells each change in a sentence, with the names of then', async (t) => {
  const side = await querySide(t)
  const price = aPrice({ costPrice: '10' })
  const inEuro = aPrice({ costPrice: '12.5', costPriceCurrency: 'EUR' })
  const perHundred = aPrice({ costPrice: '8', priceFactor: '2', listPrice: '20', unit: 'pr 100' })
  const told: readonly (readonly [Given, string])[] = [
    [registered(supplier, 1, { name: 'Ahlsell' }), 'Leverandør «Ahlsell» ble opprettet.'],
    [
      registered(component, 1, { description: 'Skrue M8', itoArticlenumber: 'K-1' }),
      'Komponent «Skrue M8» ble opprettet.',
    ],
    [
      revised(component, 1, { supplierId: 1, itoArticlenumber: null, weight: 1.5 }),
      'Komponent «Skrue M8»: ITO art.nr fjernet (var «K-1»), vekt satt til 1,5 kg og leverandør satt til «Ahlsell».',
    ],
    [
      priced(component, 1, price),
      'Komponent «Skrue M8»: kostpris satt til 10,00 kr, prisfaktor satt til 1,5 og prisenhet satt til «stk».',
    ],
    [
      priced(component, 1, inEuro, price),
      'Komponent «Skrue M8»: kostpris endret fra 10,00 kr til 12,50 EUR.',
    ],
    [
      priced(component, 1, perHundred, inEuro),
      'Komponent «Skrue M8»: kostpris endret fra 12,50 EUR til 8,00 kr, prisfaktor endret fra 1,5 til 2, listepris satt til 20,00 kr og prisenhet endret fra «stk» til «pr 100».',
    ],
    [
      priced(component, 1, inEuro, perHundred),
      'Komponent «Skrue M8»: kostpris endret fra 8,00 kr til 12,50 EUR, prisfaktor endret fra 2 til 1,5, listepris fjernet (var 20,00 kr) og prisenhet endret fra «pr 100» til «stk».',
    ],
    [
      priced(component, 1, inEuro, inEuro, '2027-06-01'),
      'Komponent «Skrue M8»: samme pris, gjelder fra 1. juni 2027.',
    ],
    [
      offered(component, 1, 1, { supplierArticlenumber: 'A-1', costPrice: '9', leadTime: 1 }),
      'Komponent «Skrue M8»: tilbud fra «Ahlsell» lagt til (leverandør art.nr «A-1», kostpris 9,00 kr, prisenhet «stk» og leveringstid 1 dag).',
    ],
    [
      offered(component, 1, 1, { supplierArticlenumber: 'A-1', costPrice: '8.5', leadTime: 14 }),
      'Komponent «Skrue M8», tilbud fra «Ahlsell»: kostpris endret fra 9,00 kr til 8,50 kr og leveringstid endret fra 1 dag til 14 dager.',
    ],
    [
      offerRemoved(component, 1, 1),
      'Komponent «Skrue M8»: tilbud fra «Ahlsell» fjernet (leverandør art.nr «A-1», kostpris 8,50 kr, prisenhet «stk» og leveringstid 14 dager).',
    ],
    [registered(assembly, 1, { name: 'Linje' }), 'Sammenstilling «Linje» ble opprettet.'],
    [
      partLinked(1, 'component', 1, { quantity: 1200 }),
      'Sammenstilling «Linje»: komponent «Skrue M8» lagt til (antall 1 200).',
    ],
    [
      { ...revised(supplier, 1, { contactPerson: '' }), note: { sealedWith: 'k1' } },
      'Leverandør «Ahlsell»: kontaktopplysningene ble slettet for godt.',
    ],
    [
      revised(supplier, 1, { name: 'Onninen' }),
      'Leverandør «Onninen»: navn endret fra «Ahlsell» til «Onninen».',
    ],
    [
      revised(component, 1, {
        description: 'Skrue M10',
        type: 'A',
        notes: 'x'.repeat(100),
        image: '/objects/uploads/x.png',
        tags: ['a', 'b'],
      }),
      `Komponent «Skrue M10»: beskrivelse endret fra «Skrue M8» til «Skrue M10», type satt til «A», notater satt til «${'x'.repeat(80)}…» og 2 andre felter.`,
    ],
    [
      inAssembly(1, 'PartLinkChanged', { ...screw, ...link }),
      'Sammenstilling «Linje», komponent «Skrue M10»: antall endret fra 1 200 til 5 og notat satt til «høyre side».',
    ],
    [
      inAssembly(1, 'PartUnlinked', screw),
      'Sammenstilling «Linje»: komponent «Skrue M10» fjernet (antall 5 og notat «høyre side»).',
    ],
    [
      inAssembly(1, 'AttributeAdded', attribute),
      'Sammenstilling «Linje»: attributt «Lengde» lagt til (verdi «4» og enhet «m»).',
    ],
    [
      inAssembly(1, 'AttributeChanged', { ...attribute, value: '5' }),
      'Sammenstilling «Linje», attributt «Lengde»: verdi endret fra «4» til «5».',
    ],
    [
      inAssembly(1, 'AttributeRemoved', { attributeId: 1 }),
      'Sammenstilling «Linje»: attributt «Lengde» fjernet (verdi «5» og enhet «m»).',
    ],
    [registered(assembly, 2, { name: 'Celle' }), 'Sammenstilling «Celle» ble opprettet.'],
    [
      inAssembly(2, 'AssemblyCloned', {
        sourceId: 1,
        parts: [{ ...screw, ...link }],
        subassemblies: [],
        attributes: [attribute, { ...attribute, attributeId: 2 }],
      }),
      'Sammenstilling «Celle» ble laget som en kopi av «Linje», med 1 komponent og 2 attributter.',
    ],
    [subLinked(1, 2), 'Sammenstilling «Linje»: underenhet «Celle» lagt til (antall 1).'],
    [dissolved(2), 'Sammenstilling «Celle» ble koblet fra «Linje».'],
    [{ ...removed(assembly, 2), stream: 'assembly-2' }, 'Sammenstilling «Celle» ble slettet.'],
    [reinstated(2, 'Celle'), 'Sammenstilling «Celle» ble hentet tilbake etter sletting.'],
    [
      inAssembly(2, 'ContentsReinstated', { parts: [{ ...screw, ...link }], attributes: [] }),
      'Sammenstilling «Celle» fikk tilbake 1 komponent.',
    ],
    [rejoined(2), 'Sammenstilling «Celle» kan igjen kobles til andre sammenstillinger.'],
    [removed(component, 1), 'Komponent «Skrue M10» ble slettet.'],
    [registered(motor, 7, { supplierArticlenumber: '' }), 'Motortype «nr. 7» ble opprettet.'],
    [revised(motor, 7, { brake: true }), 'Motortype «nr. 7»: brems endret fra nei til ja.'],
  ]
  await side.given(...told.map(([event]) => event))
  t.same(await textsOf(side), told.map(([, text]) => text).toReversed())
  const [lost] = await textsOf(side, 'entity=assemblytypes&id=1')
  t.equal(lost, 'Sammenstilling «Linje»: underenhet «Celle» fjernet, fordi den ble slettet.')
})

test('the journal can be asked for by each of its filters, in pages', async (t) => {
  const side = await querySide(t)
  const note = { userId: 'u-7', import: 'imp-1', file: 'l.csv', line: 3 }
  await side.given(
    { ...registered(supplier, 1, { name: 'A' }), at: '2026-01-01T11:00:00.000Z' },
    { ...registered(component, 1, { description: 'B' }), at: '2026-01-01T23:30:00.000Z' },
    { ...priced(component, 1, aPrice()), at: '2026-01-02T10:00:00.000Z', user: 'ola', note },
    { ...revised(supplier, 1, { city: 'Oslo' }), at: '2026-01-03T10:00:00.000Z', user: 'ola' },
  )
  const found = async (query: string) =>
    (await journalOf(side, query)).data
      .map(({ position }) => side.log.events.findIndex((one) => String(one.position) === position))
      .join('')
  t.equal(await found(''), '3210')
  t.equal(await found('user=kari'), '10')
  t.equal(await found('user=u-7'), '2', 'an account by its id')
  t.equal(await found('entity=suppliers'), '30')
  t.equal(await found('entity=suppliers&kind=ItemRevised'), '3')
  t.equal(await found('kind=ItemRemoved'), '')
  t.equal(await found('import=imp-1'), '2')
  t.equal(await found('import=imp-1&user=kari'), '')
  t.equal(await found('entity=componenttypes&id=1'), '21')
  t.equal(await found('entity=componenttypes&id=1&user=ola&import=imp-1'), '2')
  t.equal(await found('from=2026-01-02'), '321', 'a day in Norway')
  t.equal(await found('to=2026-01-01'), '0')
  t.equal(await found('from=2026-01-02&to=2026-01-02&user=ola'), '2')
  t.equal(await found('from=2026-02-01'), '')

  for (const filter of ['', 'user=kari&', 'import=imp-1&']) {
    const { data, next: last } = await journalOf(side, filter)
    t.equal(last, undefined)
    t.ok(data.every((item) => journalItem.safeParse(item).success))
    const seen: string[] = []
    for (let next: typeof last = '9'.repeat(18); next !== undefined;) {
      const page = await journalOf(side, `${filter}limit=1&before=${String(next)}`)
      seen.push(...page.data.map(({ position }) => position))
      ;({ next } = page)
    }
    t.same(
      seen,
      data.map(({ position }) => position),
    )
  }
  const status = async (path: string, role: Role) => (await side.get(path, {}, role)).statusCode
  t.equal(await status('/api/journal', 'redaktør'), 403)
  t.equal(await status('/api/journal', 'administrator'), 200)
  for (const query of ['kind=x', 'entity=x', 'from=x', 'page=2', 'limit=501'])
    t.equal(await status(`/api/journal?${query}`, 'revisor'), 400, query)
})

test('an event is shown as it is stored, and where its times differ both are said', async (t) => {
  const side = await querySide(t)
  await side.given({
    ...registered(supplier, 1, { name: 'A', contactPerson: 'sealed:1:k1:x' }),
    at: '2026-01-01T11:00:00.000Z',
    note: { writtenAt: '2026-01-01T11:05:00.000Z' },
  })
  t.same(await textsOf(side), [
    'Leverandør «A» ble opprettet. Tidspunktene er ulike: bestemt 01.01.2026, 12:00:00, skrevet i hendelsesloggen 01.01.2026, 12:05:00.',
  ])
  const [event] = side.log.events
  const shown = await side.get(`/api/journal/${event!.position}`, {}, 'revisor')
  const { writtenAt, ...rest } = event!
  t.same(shown.json(), {
    success: true,
    data: {
      event: { ...rest, revision: '0', position: String(event!.position), recordedAt: writtenAt },
    },
  })
  t.equal((await side.get('/api/journal/7', {}, 'revisor')).statusCode, 404)
  t.equal((await side.get('/api/journal/x', {}, 'revisor')).statusCode, 404)
})
