import fc from 'fast-check'
import Papa from 'papaparse'
import { strToU8, zipSync } from 'fflate'
import { test } from 'tap'
import { component, entities, motor, sensor, supplier } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { columnsOf, templateHeadings } from '#contracts/csv/columns.ts'
import { normalHeading } from '#contracts/csv/headings.ts'
import { UnreadableFile } from './row.ts'
import { createCsvParser, readRows } from './parser.ts'
import { describeFormat } from './file-format.ts'
import { scan } from './scan.ts'
import { template } from './header-row.ts'
import { fileOf, latin1, planned } from './testing/files.ts'
import { csvLine } from '#contracts/csv/write.ts'

test('the templates have the columns of the specification, in its order', (t) => {
  const inTheirOrder = (entity: Entity, columns: string) => {
    const wanted = columns.split(', ')
    const found = templateHeadings(entity).filter((heading) => wanted.includes(heading))
    t.same(found, wanted, entity.name)
  }
  inTheirOrder(
    component,
    'Beskrivelse, Leverandor art.nr, PP Beskrivelse, ITO art.nr, Type, El-Nummer, Tegningsnummer, Vekt, Opprinnelsesland, Enhet, Kostpris, Kostpris valuta, Prisfaktor, Listepris, Notater, Tags, Leverandor, Produsent',
  )
  inTheirOrder(
    motor,
    'Leverandor art.nr, Beskrivelse, Type, ITO art.nr, Kommunikasjonstype, Effekt, Min hastighet, RPM, Max hastighet, Dreiemoment, Aksel, Konstruksjonstype, K Box, K Input, Strom, Frekvens, Kontroller, Standard brakett, Brakett alternativer, Mykstarter, Brems, Notater, Innstillingsomrade, Driftsdiameter, M Min, M Sek, Vekt, F, Leverandor, Produsent',
  )
  inTheirOrder(
    sensor,
    'Beskrivelse, Type, Tillatte prefikser, Leverandor art.nr, ITO art.nr, Utgangstype, Kontakttype, Standard brakett, Brakett alternativer, Reflex alternativer, Notater, Leverandor, Produsent',
  )
  inTheirOrder(
    supplier,
    'Navn, Ordre e-post, Kontaktperson, Kontakt e-post, Kontakt telefon, Nettside',
  )
  t.equal(template(supplier), `${templateHeadings(supplier).join(',')}\r\n`)
  t.match(template(sensor, ';'), /^\uFEFFBeskrivelse;Type;/)
  const required = (entity: Entity) =>
    columnsOf(entity)
      .filter((column) => column.required)
      .map((column) => column.heading)
  t.same(required(component), ['Beskrivelse', 'Leverandor art.nr'])
  t.same(required(supplier), ['Navn', 'Ordre e-post'])
  t.end()
})

test('no two columns of an entity go by the same heading', (t) => {
  for (const entity of entities) {
    const headings = columnsOf(entity).map(({ heading }) => normalHeading(heading))
    t.equal(new Set(headings).size, headings.length, entity.name)
  }
  t.end()
})

const keysOf = async (entity: Entity, header: string) =>
  (await scan(entity, fileOf(`${header}\n`))).header.columns.map((column) => column?.key ?? null)

test('headings are known in English, in any case, and with æøå or what stands for them', async (t) => {
  t.same(
    await keysOf(
      component,
      'description,SUPPLIERARTICLENUMBER,Supplier,Cost price,Kostpris_valuta',
    ),
    [
      'description',
      'supplierArticlenumber',
      'supplierId',
      'pricing.costPrice',
      'pricing.costPriceCurrency',
    ],
  )
  t.same(await keysOf(motor, 'leverandør art. nr;Strøm;Innstillingsområde;M/min;Ukjent'), [
    'supplierArticlenumber',
    'current',
    'settingRange',
    'mMin',
    null,
  ])
  t.same(await keysOf(motor, 'Leverandoer art.nr\tInnstillingsomraade\tmin'), [
    'supplierArticlenumber',
    'settingRange',
    'min',
  ])
  t.same(await keysOf(motor, 'Leverandør art.nr;Effekt (kW);dreiemoment [nm];Strom A;Vekt (g)'), [
    'supplierArticlenumber',
    'power',
    'torque',
    'current',
    null,
  ])
  t.same(await keysOf(supplier, 'NAVN,Bestilling e-post,contactPerson'), [
    'name',
    'orderEmail',
    'contactPerson',
  ])
})

const refusal = async (content: string | Uint8Array, choices = {}): Promise<string> => {
  try {
    const understood = await scan(component, fileOf(content), choices)
    return `read as ${describeFormat(understood)}`
  } catch (error) {
    if (error instanceof UnreadableFile) return `${error.problem.line}: ${error.message}`
    throw error
  }
}
const head = 'Beskrivelse;Leverandor art.nr;Kostpris\n'

test('a file that could be understood in two ways, or not at all, is refused whole', async (t) => {
  t.match(
    await refusal('Beskrivelse;Kostpris\nA;1\n'),
    /1: Filen mangler kolonnen «Leverandor art.nr»/,
  )
  t.match(await refusal('Navn\n'), /mangler kolonnene «Beskrivelse» og «Leverandor art.nr»/)
  t.match(
    await refusal(`Beskrivelse;Leverandor art.nr;Leverandør art.nr\n`),
    /finnes to ganger: som kolonne 2 .* og 3/,
  )
  t.match(await refusal(`${head.trim()};Ukjent;ukjent\n`), /«ukjent» finnes to ganger/)
  t.match(await refusal(`${head.trim()};__proto__\n`), /«__proto__» kan ikke brukes/)
  t.match(await refusal(`${head}A;1;2\n"B;2;3\n`), /3: Et sitattegn på linje 3 blir aldri lukket/)
  t.match(await refusal(`${head}A;1;2\n"B"x;2;3\n`), /3: Sitattegn på feil sted/)
  t.match(await refusal(`${head}${'x'.repeat(100_001)};1;2\n`), /2: En celle på linje 2 er lengre/)
  t.match(await refusal(`${head}"${'x\n'.repeat(60_000)}`), /sitattegn/)
  t.match(
    await refusal(`${head.trim()}${';x'.repeat(1_000)}\n`),
    /1: Linje 1 har flere enn 1 000 kolonner/,
  )
  t.match(await refusal(''), /tom/)
  t.match(await refusal('\n\n;;\n'), /ingen overskriftsrad/)
  t.match(await refusal(`${head}A\u0000;1;2\n`), /2: .*nulltegn/)
  t.match(await refusal(Uint8Array.from([0xff, 0xfe, 66])), /UTF-16/)
  t.match(await refusal(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0])), /eldre Excel-arbeidsbok/)
  const ods = { mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet') }
  t.match(await refusal(zipSync(ods, { level: 0 })), /OpenDocument-fil .* LibreOffice/)
  t.match(
    await refusal('<html><table><tr><td>Beskrivelse</td></tr></table></html>'),
    /nettside eller XML/,
  )
  // Æ ø å as DOS wrote them; and UTF-8 with one byte gone.
  t.match(await refusal(latin1(`${head}Bl\x9bt;1;2\n`)), /2: Tegnsettet kan ikke gjenkjennes/)
  t.match(
    await refusal(Uint8Array.from([...new TextEncoder().encode(`${head}Blå`), 0xc3])),
    /Tegnsettet kan ikke/,
  )
  t.match(await refusal(latin1(`${head}Blå;1;2\n`), { encoding: 'utf-8' }), /ikke gyldig UTF-8/)
})

test('it is found out how a file is written', async (t) => {
  t.equal(
    await refusal(latin1(`${head}Blå;1;2,5\r\n`)),
    'read as Semikolon, desimalkomma, Windows-1252',
  )
  t.equal(
    await refusal(`\uFEFF${head}Blå;1;1 234,50\r\n`),
    'read as Semikolon, desimalkomma, UTF-8 med BOM',
  )
  t.equal(
    await refusal(`${head.replaceAll(';', ',')}"Lager, 6204; stor",1,2.5\n`),
    'read as Komma, desimalpunktum, UTF-8',
  )
  t.equal(await refusal(`${head}A;1;1.234\n`), 'read as Semikolon, desimaltegn ikke avgjort, UTF-8')
  t.equal(
    await refusal(`${head}A;1;1,5\nB;2;1.5\n`),
    'read as Semikolon, desimaltegn ikke avgjort, UTF-8',
  )
  t.equal(
    await refusal(`${head}A;1;2\n`, { decimal: ',' }),
    'read as Semikolon, desimalkomma, UTF-8',
  )
  t.equal(await refusal(`sep=;\r\n${head}A;1;0,5`), 'read as Semikolon, desimalkomma, UTF-8')
  t.equal(
    await refusal(head.replaceAll(';', '\t')),
    'read as Tabulator, desimaltegn ikke avgjort, UTF-8',
  )
})

test('lines are counted as an editor shows them', async (t) => {
  const content = `sep=;\n\n${head.trim()}\r\n"Linje\n1";1;2\r\n;;\r\n"a\r\nb\rc";2;3\nD;3;4`
  const file = fileOf(content)
  const understood = await scan(component, file)
  t.equal(understood.header.line, 3)
  t.equal(understood.rows, 3)
  const rows = []
  for await (const batch of readRows(file, understood)) rows.push(...batch)
  t.same(
    rows.map(({ line, cells }) => [line, cells[0]]),
    [
      [4, 'Linje\n1'],
      [7, 'a\r\nb\rc'],
      [10, 'D'],
    ],
  )
})

test('the parser reads what papaparse reads, however the text is cut', (t) => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'æ', '"', ';', ',', ' ', '\n', '7'),
    maxLength: 6,
  })
  const record = fc.array(cell, { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(
      fc.array(record, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      (records, size) => {
        const text = records.map((cells) => csvLine(cells, ';')).join('')
        const parser = createCsvParser(';')
        const rows = []
        for (let at = 0; at < text.length; at += size)
          rows.push(...parser.push(text.slice(at, at + size)))
        rows.push(...parser.end())
        const expected = Papa.parse<string[]>(text.replace(/\r\n$/, ''), {
          delimiter: ';',
          newline: '\r\n',
        })
        t.strictSame(
          rows.map(({ cells }) => cells),
          expected.data,
        )
        t.strictSame(expected.data, records)
      },
    ),
    { numRuns: 150 },
  )
  t.end()
})

test('any bytes at all are read or refused, in words', async (t) => {
  const start = new TextEncoder().encode('Beskrivelse,Leverandor art.nr,Kostpris\n')
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 80 }).map((text) => new TextEncoder().encode(text)),
    fc
      .string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'x', '1', '.', "'"), maxLength: 80 })
      .map((text) => new TextEncoder().encode(text)),
  )
  await fc.assert(
    fc.asyncProperty(bytes, fc.boolean(), async (content, withHead) => {
      const file = withHead ? Uint8Array.from([...start, ...content]) : content
      try {
        await planned(component, fileOf(file, 13))
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error
        t.match(error.message, /\p{L}{3}/u)
      }
    }),
    { numRuns: 200 },
  )
})
