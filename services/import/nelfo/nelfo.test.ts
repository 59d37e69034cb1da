import { fileKind } from '#contracts/csv/file-kinds.ts'
import fc from 'fast-check'
import { test } from 'tap'
import { UnreadableFile } from '../csv/row.ts'
import { isSameCompany, readHeader } from './header.ts'
import { dateOf, linesIn, priceFileLine } from './lines.ts'
import { priceFileDefaults, priceFileSchema } from '#contracts/csv/options.ts'
import { oneUnit } from './units.ts'
import { head, headRow, item, read } from './testing/items.ts'

const faults = (rest: string) => {
  const one = read(rest)
  return 'øre' in one ? [] : one.map(({ field, message }) => `${field}: ${message}`)
}

test('a file is told by what it begins with, and its head says what is in it', async (t) => {
  for (const text of ['VH;EFONELFO;4.0', '\r\nBH;EFONELFO;', 'ï»¿vh;EfoNelfo;4.0', 'XX;EFO/NELFO;'])
    t.equal(fileKind(Buffer.from(text, 'latin1')), 'priceFile', text)
  for (const text of ['Navn;EFONELFO;', 'VH;ANNET;4.0', 'VHEFONELFO', ''])
    t.equal(fileKind(Buffer.from(text, 'latin1')), 'text', text)
  t.same(head, {
    kind: 'V',
    seller: 'Nordlys Elektro AS',
    sellerId: 'NO1MVA',
    from: '2020-09-01',
    to: null,
    currency: 'NOK',
    priceType: null,
  })
  const offer = 'PH;EFONELFO;4,0;NO1MVA;;;00000000;20261231;eur;;Sørvik;;;;;NO;N'
  t.match(readHeader(headRow(offer)), {
    kind: 'P',
    from: null,
    to: '2026-12-31',
    currency: 'EUR',
    priceType: 'N',
  })
})

test('other kinds and versions are refused by name', async (t) => {
  const refused = (text: string, message: RegExp) => {
    try {
      readHeader(headRow(text))
      t.fail(text)
    } catch (error) {
      t.ok(error instanceof UnreadableFile)
      t.match((error as Error).message, message, text)
    }
  }
  refused('BH;EFONELFO;4.0;', /en bestilling \(BH\)/)
  refused('RH;EFONELFO;4.0;', /en rabattfil \(RH\)/)
  refused('QH;EFONELFO;4.0;', /en annen EFO\/NELFO-fil \(QH\)/)
  refused('VH;EFONELFO;3.0;', /versjon 3\.0/)
  refused('VH;EFONELFO;4.1;', /versjon 4\.1/)
  refused('VH;EFONELFO', /versjon ukjent/)
  refused('VH;EFONELFO;4.0;x;;;20201301;;NOK', /20201301.*ikke en dato/)
  refused('VH;EFONELFO;4.0;x;;;;;XYZ', /Prisene er i XYZ/)
})

test('a day that is none is no date', async (t) => {
  t.same(['20240229', '20230229', '20230431', '20231301', '2023011', '2023-01-1'].map(dateOf), [
    '2024-02-29',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('what a line says, and what it must not say', async (t) => {
  t.same(item('1;EA;STYKK;2050;10000;20200901;2;010206;R10;ELKO;X;J;10000;1550;B'), {
    name: 'Vare tekst',
    øre: 2050n,
    discount: 1550n,
    priceType: 'B',
    from: '2020-09-01',
    isDiscontinued: false,
    stated: { unit: 'stk', quantity: oneUnit },
    counted: { unit: 'stk', quantity: oneUnit },
  })
  t.match(item('1;EA;;2050;10000;;3'), { from: '2020-09-01', isDiscontinued: true, discount: 0n })
  const good = ['1', 'EA', 'STYKK', '2050', '10000', '20200901', '2']
  const wrong = (at: number, text: string) => faults(good.with(at, text).join(';'))
  t.match(wrong(3, '20,50'), [/^Pris: Prisen skal stå i øre/])
  t.match(wrong(3, '20.50'), [/^Pris: /])
  t.match(wrong(3, '-2050'), [/^Pris: /])
  t.match(wrong(3, ''), [/^Pris: Pris mangler/])
  t.match(wrong(4, '0'), [/^Mengde: Mengden er 0/])
  t.match(wrong(4, ''), [/^Mengde: Mengde mangler/])
  t.match(wrong(1, '5400'), [/^PrisEnhet: /])
  t.match(wrong(0, '7'), [/^PrisEnhet: Ukjent måleenhet «7»/])
  t.match(wrong(5, '20209999'), [/^PrisDato: /])
  t.match(wrong(6, '9'), [/^Status: /])
  t.match(faults('1;EA;STYKK;2050;10000;20200901;2;;;;;;;10001;B'), [/^Rabatt: /])
  t.match(faults('1;EA;STYKK;2050;10000;20200901;2;;;;;;;;X'), [/^Pristype: /])
  t.match(faults('1;EA;STYKK'), [/^: Linjen har 8 felt/])
  // Fields in other places, as one public example and one public reader have them.
  t.ok(faults('1;5400;10000;20031001;2;;R02;;;J;10000;EA;STYKK').length > 1)
})

test('a wholesaler is known by its name, whatever it ends with', async (t) => {
  t.ok(isSameCompany('Onninen', 'ONNINEN A/S'))
  t.ok(isSameCompany('Ahlsell', 'Ahlsell Norge AS'))
  t.notOk(isSameCompany('Solar', 'Solar Polaris'))
  t.notOk(isSameCompany('', ''))
  t.notOk(isSameCompany('AS', 'Norge'))
})

test('new components need a supplier', async (t) => {
  t.same(priceFileSchema.parse({ supplier: '12', unknownItems: 'create' }).supplier, 12)
  t.notOk(priceFileSchema.safeParse({ unknownItems: 'create' }).success)
  t.notOk(priceFileSchema.safeParse({ supplier: '-1' }).success)
  t.same(priceFileSchema.parse({}), priceFileDefaults)
})

const cell = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) =>
  text
    .replaceAll(/[;\r\n]/g, ' ')
    .replaceAll('\u001a', ' ')
    .trim(),
)
const rows = fc.array(
  fc.array(cell, { minLength: 1, maxLength: 22 }).filter((cells) => cells.some(Boolean)),
  { maxLength: 20 },
)

test('what is written as lines is read back, however it is cut', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom('\r\n', '\n', '\r'),
      fc.integer({ min: 1, max: 40 }),
      async (all, ending, size) => {
        const text = all.map(priceFileLine).join('').replaceAll('\r\n', ending)
        const pieces = []
        for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size))
        const found = []
        for await (const some of linesIn(pieces)) found.push(...some)
        return JSON.stringify(found.map(({ cells }) => cells)) === JSON.stringify(all)
      },
    ),
  )
  t.pass('random rows')
})
