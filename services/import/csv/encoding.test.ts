import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { encodingNames, encodings, type Encoding } from '#contracts/csv/options.ts'
import { UnreadableFile } from './row.ts'
import { describeFormat } from './file-format.ts'
import { scan } from './scan.ts'
import { fileOf, planned } from './testing/files.ts'
import { createTextDecoder } from './text-decoder.ts'

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
/** Bytes of a text in a character set of one byte each. */
const bytesIn = (encoding: Encoding, text: string): Uint8Array => {
  const characters = createTextDecoder(encoding).push(everyByte)
  return Uint8Array.from(text, (character) => {
    const byte = characters.indexOf(character)
    if (byte < 0) throw new Error(`${encoding} has no ${character}`)
    return byte
  })
}
const wide = (text: string, isBig: boolean): Uint8Array =>
  Uint8Array.from(
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((code) =>
      isBig ? [code >> 8, code & 255] : [code & 255, code >> 8],
    ),
  )

const head = 'Beskrivelse;Leverandor art.nr;Kostpris\r\n'
const fileWith = (description: string) => `${head}${description};A-1;12,50\r\n`

type Chosen = { encoding?: Encoding }
/** How a file is read, or why it is not. */
const reading = async (bytes: Uint8Array, chosen: Chosen = {}): Promise<string> => {
  try {
    return describeFormat(await scan(component, fileOf(bytes), chosen))
  } catch (error) {
    if (error instanceof UnreadableFile) return `${error.problem.line}: ${error.message}`
    throw error
  }
}
const descriptions = async (bytes: Uint8Array, chosen: Chosen = {}) =>
  (await planned(component, fileOf(bytes), chosen)).map((plan) =>
    'body' in plan ? plan.body['description'] : plan.outcome,
  )

const texts = [
  'Rør 20 mm',
  'Kabel blå',
  'Nærhetsbryter',
  'KJØLER',
  'Ørnæs Åsgård',
  'Größenverstellung',
  'Fjäderbricka för motor',
  'Bø',
]

test('the letters of a Mac or of DOS are not taken for those of Windows', async (t) => {
  for (const text of texts)
    for (const encoding of ['macintosh', 'cp865', 'cp850'] as const) {
      const bytes = bytesIn(encoding, fileWith(text))
      const said = await reading(bytes)
      t.match(said, /^2: Tegnsettet kan ikke gjenkjennes\. .*Velg/, `${text} in ${encoding}`)
      const name = encoding === 'cp850' ? encodingNames.cp865 : encodingNames[encoding]
      if (encoding !== 'cp850' || !text.includes('ß')) t.ok(said.includes(`«${text}» som ${name}`))
      t.same(await descriptions(bytes, { encoding }), [text], `${text} when ${encoding} is chosen`)
    }
})

test('the letters of Windows are taken for those, and what is usual beside them', async (t) => {
  const usual = [
    ...texts,
    'Teflon™belegg, Loctite®lim, it’s 5–10 A–B “x” … €',
    'Kule ¾" G¾ R½ 80 °C ±5 µm 4 mm²',
    'Café Ré crème naïve',
    'œuvre š ž',
    'Merk § 4: N°5, «gjennomføring»',
  ]
  for (const text of usual) {
    const bytes = bytesIn('windows-1252', fileWith(text))
    t.equal(await reading(bytes), 'Semikolon, desimalkomma, Windows-1252', text)
    t.same(await descriptions(bytes), [text])
  }
  const mostly = bytesIn('windows-1252', fileWith('Rør og bøyler, blå† og grønn'))
  t.equal(await reading(mostly), 'Semikolon, desimalkomma, Windows-1252', 'one sign alone')
  const odd = bytesIn('windows-1252', fileWith('Blå†'))
  t.match(await reading(odd), /«Blå†» som Windows-1252, «Bl.* eller «Bl/)
  t.same(await descriptions(odd, { encoding: 'windows-1252' }), ['Blå†'], 'who says so is believed')
})

test('a letter is seen with the one before it, which came in a large piece', async (t) => {
  const rows = 'Ting;A-1;12,50\r\n'.repeat(10_000)
  const bytes = bytesIn('macintosh', `${head}${rows}Blå;A-2;7\r\n`)
  const chunks = fileOf(bytes, head.length + rows.length + 'Bl'.length)
  await t.rejects(scan(component, chunks), { message: /«Blå» som Mac Roman/ })
})

test('degrees and squares of DOS and a Mac are asked about', async (t) => {
  const odd: [Encoding, string][] = [
    ['cp865', '80 °C'],
    ['cp850', 'Rad n°3'],
    ['macintosh', '80 °C'],
    ['macintosh', 'Ø20'],
    ['macintosh', '2 – 3'],
  ]
  for (const [encoding, text] of odd)
    t.match(await reading(bytesIn(encoding, fileWith(text))), /kan ikke gjenkjennes/, text)
})

test('UTF-16 is read, with a mark and without', async (t) => {
  const text = fileWith('Blå Ω').replaceAll(';', '\t')
  const said = 'Tabulator, desimalkomma, UTF-16'
  for (const isBig of [false, true]) {
    const name = isBig ? `${said} (big endian)` : said
    t.equal(await reading(wide(text, isBig)), name)
    t.equal(await reading(wide(`\uFEFF${text}`, isBig)), `${name} med BOM`)
    t.same(await descriptions(wide(`\uFEFF${text}`, isBig)), ['Blå Ω'])
  }
  const bytes = wide(`\uFEFF${text}`, false)
  t.match(await reading(bytes, { encoding: 'windows-1252' }), /lagret som UTF-16/)
  t.match(await reading(bytes.subarray(0, -1)), /ikke gyldig UTF-16/)
  t.match(await reading(wide(`\uFEFF${text}\uD800x`, false)), /ikke gyldig UTF-16/)
  t.match(await reading(wide(`\uFEFF${text}\u0000`, false)), /3: .*nulltegn/)
  t.match(await reading(bytesIn('macintosh', text), { encoding: 'utf-16le' }), /UTF-16/)
})

test('what a person chooses is what is read, or is refused in words', async (t) => {
  const files = [bytesIn('cp865', fileWith('Blå')), wide(fileWith('Blå'), false), everyByte]
  for (const bytes of files)
    for (const encoding of encodings)
      t.match(await reading(bytes, { encoding }), /Semikolon|^\d+: \p{Lu}/u, encoding)
  const euro = bytesIn('iso-8859-15', fileWith('Blå €'))
  t.same(await descriptions(euro, { encoding: 'iso-8859-15' }), ['Blå €'])
  const impossible = bytesIn('cp865', fileWith('Bür'))
  t.match(await reading(impossible, { encoding: 'windows-1252' }), /2: Filen er ikke Windows-1252/)
})

test('the line is told where UTF-8 is broken', async (t) => {
  const before = `\uFEFF${head}Blå;A-1;1\r\nGrønn;A-2;2\r\n`
  const broken = [...new TextEncoder().encode(before), 82, 0xf8, 114, 59, 65, 59, 49, 10]
  for (const chosen of [{}, { encoding: 'utf-8' }] as const)
    t.match(await reading(Uint8Array.from(broken), chosen), /^4: .*\(linje 4\)/)
  t.match(await reading(Uint8Array.from(broken.slice(0, -7).concat(0xc3))), /^4: .*linje 4/)
})

test('the sign that ends a file from DOS ends it', async (t) => {
  const bytes = bytesIn('windows-1252', `${fileWith('Blå')}\u001a`)
  t.same(await descriptions(bytes), ['Blå'])
})

test('a few bytes of DOS do not make DOS of a file from Windows', async (t) => {
  const words = ['BELØSNING', 'Kabelrør blå', 'SKJÆRESTÅL', 'Gjennomføring grønn']
  const rows = Array.from({ length: 40 }, (_, at) => `${words[at % 4]} ${at};A-${at};12,50`)
  const windows = bytesIn('windows-1252', `${head}${rows.join('\r\n')}\r\n`)
  // Ø, Å and æ as DOS has them, the first before all letters of Windows.
  const stray = bytesIn('cp865', 'KJØL;B-1;1\r\nÅK;B-2;1\r\nNærhet;B-3;1\r\n')
  const start = head.length
  const bytes = Uint8Array.from([
    ...windows.subarray(0, start),
    ...stray,
    ...windows.subarray(start),
  ])
  t.equal(await reading(bytes), 'Semikolon, desimalkomma, Windows-1252')
  const plans = await planned(component, fileOf(bytes))
  t.same(
    plans.slice(3).map((plan) => 'body' in plan && plan.body['description']),
    rows.map((row) => row.split(';')[0]),
  )
  t.same(
    plans.map(({ warnings }) => warnings.map(({ message }) => message)).slice(0, 4),
    [
      ['Teksten har tegn som ikke kunne leses'],
      ['Teksten har tegn som ikke kunne leses'],
      ['Tegn midt i ord: er tegnsettet riktig?'],
      [],
    ],
    'told by line',
  )
  for (const encoding of ['cp865', 'cp850', 'macintosh'] as const)
    t.match(await reading(bytes, { encoding }), /^5: Filen er ikke .*ville blitt lest «BEL.SNING/)
  t.match(await reading(bytes, { encoding: 'windows-1252' }), /^Semikolon/)
})

test('signs of frames within words are warned about', async (t) => {
  const said = async (text: string) =>
    (await planned(component, fileOf(fileWith(text))))[0]!.warnings.map(({ message }) => message)
  t.same(await said('BEL╪SNING'), ['Tegn midt i ord: er tegnsettet riktig?'])
  t.same(await said('╔══ 3 × 4 ══╗, †, 5–6, Teflon™belegg'), [])
})

test('signs of one DOS character set that were read as those of another are warned about', async (t) => {
  for (const text of ['2×1,5', 'm³', 'Teflon®']) {
    const bytes = bytesIn('cp850', fileWith(text))
    const warned = async (encoding: Encoding) =>
      (await planned(component, fileOf(bytes), { encoding }))[0]!.warnings.length
    t.same([await warned('cp865'), await warned('cp850')], [1, 0], text)
  }
})
