import fc, { type Arbitrary } from 'fast-check'
import { component, motor, sensor, supplier } from '#contracts/catalogue/index.ts'
import { columnsOf } from '#contracts/csv/columns.ts'
import { delimiters } from '#contracts/csv/options.ts'
import { csvLine } from '#contracts/csv/write.ts'
import type { Entity } from '#contracts/entity.ts'

const usually = <T>(usual: T, odd: Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })

const amounts = ['12,50', '1 234,5', '1.234', '-1', '1e3', '9'.repeat(40), 'NaN', 'kr 5,-']
const texts = ['Skrue 5" × 20', 'Åkerstrøm; & sønn', 'linje\nto', '=HYPERLINK("x")', '😀', "'-1"]
const cell = fc.constantFrom(...amounts, ...texts, '', ' ', '0815', '\u00ad1\u200b2', 'Ja')
const heading = fc.constantFrom('__proto__', 'constructor', 'Ukjent', '=1+1', 'x'.repeat(5_000), '')

/** A mostly valid file: some columns, in formats that office programs write. */
const csvFile = (entity: Entity): Arbitrary<string> => {
  const columns = columnsOf(entity)
  const needed = columns.filter(({ required }) => required).map((one) => one.heading)
  const others = columns.filter(({ required }) => !required).map((one) => one.heading)
  const odd = fc.oneof(heading, fc.constantFrom(...needed)).map((one) => [one])
  const headings = fc
    .tuple(fc.subarray(others), usually([], odd))
    .map(([some, more]) => [...needed, ...some, ...more])
  return headings.chain((header) =>
    fc
      .record({
        delimiter: fc.constantFrom(...delimiters),
        newline: fc.constantFrom('\r\n', '\n', '\r'),
        rows: fc.array(fc.array(cell, { minLength: header.length, maxLength: header.length })),
      })
      .map(({ delimiter, newline, rows }) =>
        [header, ...rows]
          .map((cells) => csvLine(cells, delimiter))
          .join('')
          .replaceAll('\r\n', newline),
      ),
  )
}

type Break<T> = (whole: T) => T

const sign = fc.constantFrom(
  '"',
  '""',
  '"x',
  ';',
  ',',
  '\t',
  '|',
  '\n',
  '\r',
  '\0',
  '\u2028',
  '\uFEFF',
)
const long = fc.constantFrom(
  '"'.repeat(2_000),
  `"${'x\n'.repeat(300)}`,
  'æ'.repeat(100_001),
  ';'.repeat(1_100),
)
const textBreak: Arbitrary<Break<string>> = fc.oneof(
  fc.record({ at: fc.nat(200), added: fc.oneof({ weight: 4, arbitrary: sign }, long) }).map(
    ({ at, added }) =>
      (text: string) =>
        text.slice(0, at) + added + text.slice(at),
  ),
  fc.nat(200).map((at) => (text: string) => text.slice(0, at)),
  fc.tuple(sign, sign).map(
    ([from, to]) =>
      (text: string) =>
        text.replaceAll(from, to),
  ),
  fc.nat(3).map((times) => (text: string) => text.repeat(times)),
  fc.constant((text: string) => `sep=;\r\n${text}`),
)

const marks = [[0xff, 0xfe], [0xef, 0xbb, 0xbf], [0x50, 0x4b, 3, 4], [0xc3]]
const byteBreak: Arbitrary<Break<Uint8Array>> = fc.oneof(
  fc.record({ at: fc.nat(400), gone: fc.nat(4), added: fc.uint8Array({ maxLength: 6 }) }).map(
    ({ at, gone, added }) =>
      (bytes: Uint8Array) =>
        Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + gone)]),
  ),
  fc
    .constantFrom(...marks)
    .map((mark) => (bytes: Uint8Array) => Buffer.concat([Buffer.from(mark), bytes])),
  fc
    .constantFrom('latin1', 'utf16le')
    .map(
      (encoding) => (bytes: Uint8Array) =>
        Buffer.from(Buffer.from(bytes).toString(), encoding as BufferEncoding),
    ),
)

const options = fc.record(
  {
    uniqueIdentifier: fc.constantFrom('itoArticlenumber', 'name', '', 'id'),
    dryRun: fc.constantFrom('true', 'false', 'ja', ''),
    encoding: fc.constantFrom('utf-8', 'windows-1252', 'latin1'),
    decimal: fc.constantFrom(',', '.', 'x', 'x'.repeat(200_000)),
    mapping: fc.constantFrom('{}', '[]', '{"x":', '{"__proto__":"notes"}', 'null', '1'),
    __proto__x: fc.constant('1'),
  },
  { requiredKeys: [] },
)

const boundary = '----fuzz'
const part = (head: string, content: Uint8Array) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])

const fileHead = fc.constantFrom(
  'name="file"; filename="../../x.csv"\r\nContent-Type: x',
  `name="file"; filename="${'x'.repeat(3_000)}"\r\nContent-Type: image/png`,
  'name="file"; filename=""; x=""',
  'name=file',
)
const type = fc.constantFrom(
  'multipart/form-data',
  `multipart/form-data; boundary=annen`,
  'text/csv',
)
/** An import as from a browser, broken in its file, its form or its upload, or in none of them. */
export const brokenUpload = fc.constantFrom(component, motor, sensor, supplier).chain((entity) =>
  fc
    .record({
      text: csvFile(entity),
      textBreaks: fc.array(textBreak, { maxLength: 1 }),
      byteBreaks: fc.array(byteBreak, { maxLength: 1 }),
      fields: usually({}, options),
      head: usually('name="file"; filename="fil.csv"\r\nContent-Type: text/csv', fileHead),
      contentType: usually(`multipart/form-data; boundary=${boundary}`, type),
      times: usually(1, fc.constantFrom(0, 2)),
      end: usually(`--${boundary}--\r\n`, fc.constant('')),
    })
    .map(({ text, textBreaks, byteBreaks, fields, head, contentType, times, end }) => {
      const broken = textBreaks.reduce((whole, one) => one(whole), text)
      const content = byteBreaks.reduce<Uint8Array>((whole, one) => one(whole), Buffer.from(broken))
      const parts = [
        ...Object.entries(fields).map(([name, value]) =>
          part(`name="${name}"`, Buffer.from(String(value))),
        ),
        ...Array.from({ length: times }, () => part(head, content)),
      ]
      const body = Buffer.concat([...parts, Buffer.from(end)])
      return { path: `/api/csv-import/${entity.name}`, contentType, body }
    }),
)
