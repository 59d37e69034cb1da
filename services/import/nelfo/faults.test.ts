import fc from 'fast-check'
import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import type { EventLog } from '#contracts/event-log.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import {
  startImporter,
  asLeft,
  multipartBody,
  multipartHeaders,
  noAnswer,
} from '../testing/importing.ts'
import { catalogue, head, line, piece, priceFile } from '../testing/price-files.ts'

type Source = { price: string; quantity: string; discount: string }
type Priced = { price: { costPrice: string | null; listPrice: string | null } }

/** What a price must be, worked out another way than the import does: in floating point, from its source. */
const mayBe = ({ price, quantity, discount }: Source, amount: string | null): boolean => {
  if (amount === null) return true
  const kroner = Number(price) / 100
  const each = kroner / (Number(quantity) / 10_000)
  const left = 1 - Number(discount || 0) / 10_000
  return [kroner, each, kroner * left, each * left].some(
    (one) => Math.abs(one - Number(amount)) < 0.00006,
  )
}

const good = [
  piece('0100001', 2050),
  line('0100002', '2;HMT;100 m;385000;1000000;20200901;2;;R20;;;J;;1000;B'),
  piece('0100003', 900),
]
const forms = ['', ';', ';;', '0', '9', '-1', '1,5', '2.5', 'VL', 'PL', 'EA', 'HMT', 'B', 'N', '3']
const strange = ['10000', '99999999999', '\r\n', '\n', '"', '\u0000', '\u009d', '=1+1', '29990101']
const noise = fc.constantFrom(...forms, ...strange)
const changes = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 6 }), noise), {
  minLength: 1,
  maxLength: 4,
})

test('a damaged file is refused or read, and sets no amount that its lines do not have', async (t) => {
  const importer = await catalogue(t)
  const whole = priceFile(...good)
  await fc.assert(
    fc.asyncProperty(changes, fc.constantFrom('skip', 'take'), async (damage, otherSuppliers) => {
      let text = whole
      for (const [at, length, put] of damage) {
        const from = at % text.length
        text = text.slice(0, from) + put + text.slice(from + length)
      }
      const before = importer.events().length
      const { status } = await importer.send('componenttypes', text, { otherSuppliers })
      const written = importer.events().slice(before)
      if (status !== 200) return status === 400 && written.length === 0
      return written.every(({ type, data, metadata }) => {
        const source = metadata['source'] as Source
        const { price } = data as Priced
        const previous = (data as { previous: Priced['price'] | null }).previous
        return (
          type === 'ItemPriced' &&
          (price.listPrice === previous?.listPrice || mayBe(source, price.listPrice)) &&
          (price.costPrice === previous?.costPrice || mayBe(source, price.costPrice))
        )
      })
    }),
    { numRuns: 120 },
  )
  t.pass('300 damaged files')
})

test('a crash in the middle of a price file ends as if it had not been', async (t) => {
  const log = memoryLog()
  const failing: { -readonly [K in keyof EventLog]: EventLog[K] } = { ...log }
  const first = await startImporter(t, { log: failing as never, isLeft: true })
  const count = 20
  const numbers = Array.from({ length: count }, (_, i) => String(200_000 + i).padStart(7, '0'))
  for (const electricalNumber of numbers)
    await first.call('POST', '/api/componenttypes', { description: 'Del', electricalNumber })
  const before = log.events.length
  let appended = 0
  failing.append = async (...args) => {
    if (++appended > 7) return noAnswer()
    const outcome = await log.append(...args)
    // Written, but nobody hears of it.
    return appended % 3 === 0 ? noAnswer() : outcome
  }
  const file = [head, ...numbers.map((number, i) => piece(number, 100 + i)), ''].join('\r\n')
  await first.ask(
    'POST',
    '/api/csv-import/componenttypes?async=true',
    multipartBody(file, {}, { name: 'V4.all', type: 'text/plain' }),
    multipartHeaders,
  )
  while (appended <= 7) await new Promise((go) => setTimeout(go, 2))

  const second = await startImporter(t, { log, place: await asLeft(t, first) })
  const [job] = await second.imports.jobs.list()
  t.match(await second.ended(job!.id), {
    state: 'done',
    answer: { summary: { updated: count, failed: 0 } },
  })
  t.equal(log.events.length, before + count, 'each price once')
  for (const [i, number] of numbers.entries()) {
    const [one] = await second.commands.find(component, 'electricalNumber', number)
    t.equal(one?.item.prices.at(-1)?.price.listPrice, String((100 + i) / 100), number)
  }
})
