import type { Choices } from '#contracts/csv/options.ts'
import { test } from 'tap'
import { component, supplier } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { UnreadableFile } from './row.ts'
import { describeFormat } from './file-format.ts'
import { readRows } from './parser.ts'
import { scan } from './scan.ts'
import { fileOf } from './testing/files.ts'

const head = 'Beskrivelse;Leverandor art.nr;Kostpris'
const rows = 'Lager;A-1;12,50\nAksel;A-2;7\n'

/** How a file is read and the first cells of its rows, or why it is not. */
const reading = async (content: string, entity: Entity = component, choices: Choices = {}) => {
  try {
    const file = fileOf(content)
    const understood = await scan(entity, file, choices)
    const cells: (string | undefined)[] = []
    for await (const batch of readRows(file, understood))
      cells.push(...batch.map((row) => row.cells[0]))
    return { words: describeFormat(understood), rows: understood.rows, cells }
  } catch (error) {
    if (error instanceof UnreadableFile) return { error: error.message, headings: error.headings }
    throw error
  }
}

test('what stands above the header is passed over, and said', async (t) => {
  const above: [string, number][] = [
    ['Prisliste 2026 fra Nordlys AS\n', 2],
    ['Prisliste 2026;;\n;;\n', 3],
    ['Nordlys AS\nDato: 01.02.2026;;\n\n', 4],
    ['"sep=;"\n', 2],
    ['"Til: Innkjøp\nFra: Nordlys, Oslo"\n', 3],
  ]
  for (const [title, line] of above)
    t.same(
      await reading(`${title}${head}\n${rows}`),
      {
        words: `Semikolon, desimalkomma, UTF-8, overskrifter på linje ${line}`,
        rows: 2,
        cells: ['Lager', 'Aksel'],
      },
      title,
    )
  t.same(await reading(`\n\n${head}\n${rows}`), {
    words: 'Semikolon, desimalkomma, UTF-8',
    rows: 2,
    cells: ['Lager', 'Aksel'],
  })
  const mapping = { Varenr: 'supplierArticlenumber', Varenavn: 'description' }
  t.match(await reading(`Prisliste\nVarenr;Varenavn\n1;A\n`, component, { mapping }), { rows: 1 })
})

test('rows are not passed over for a header further down', async (t) => {
  const two = await reading(`Vare;Nummer;Pris\nLager;1;2\n${head}\n${rows}`)
  t.match(two, { error: /Filen mangler kolonnene/, headings: ['Vare', 'Nummer', 'Pris'] })
  const pair = 'Navn;Ordre e-post'
  t.match(await reading(`Nord AS;a@b.no\n${pair}\nSør AS;c@d.no\n`, supplier), {
    error: /Filen mangler/,
  })
  t.match(await reading(`Leverandører\n${pair}\nSør AS;c@d.no\n`, supplier), { cells: ['Sør AS'] })
  t.match(await reading(`${'x\n'.repeat(20)}${head}\n${rows}`), { error: /Filen mangler/ })
})

test('where no header is known, the first row of several cells is asked about', async (t) => {
  t.match(await reading('Prisliste;;\nVarenr;Varenavn;Netto\n1;A;2\n'), {
    error: /Overskriftene ble lest som: Varenr · Varenavn · Netto/,
    headings: ['Varenr', 'Varenavn', 'Netto'],
  })
  t.match(await reading('Prisliste\n'), { headings: ['Prisliste'] })
  t.match(await reading(`sep=,\n${head}\n${rows}`), { headings: [head] }, 'read with a wrong sign')
})

test('headings are known whatever stands above their letters', async (t) => {
  for (const heading of ['Leverandør', 'LEVERANDÖR', 'Leverando\u0308r', 'Leverandoer'])
    t.match(await reading(`Beskrivelse;${heading} art.nr\nA;1\n`), { rows: 1 }, heading)
})
