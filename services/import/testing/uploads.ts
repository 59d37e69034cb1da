import type { Entity } from '#contracts/entity.ts'
import type { Random } from './random.ts'

const boundary = '----fuzz'
const form = (mark = boundary) => `multipart/form-data; boundary=${mark}`

type Part = { readonly head: string; readonly content: Buffer }

const field = (name: string, value: string): Part => ({
  head: `Content-Disposition: form-data; name="${name}"`,
  content: Buffer.from(value),
})
const file = (content: Buffer, name = 'fil.csv', type = 'text/csv'): Part => ({
  head: `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}`,
  content,
})

const joined = (parts: readonly Part[], end = `--${boundary}--\r\n`): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ])

const fileNames = [
  '../../x.csv',
  'a\0b.csv',
  'æøå.CSV',
  'x'.repeat(3_000),
  '',
  'bilde.png',
  '"; x="',
]
const types = ['application/vnd.ms-excel', 'image/png', 'text/csv; charset=utf-16', '', 'x']
const values: Readonly<Record<string, readonly string[]>> = {
  updateBehavior: ['update', 'skip', 'x', ''],
  dryRun: ['true', 'false', 'ja', ''],
  encoding: ['utf-8', 'windows-1252', 'latin1'],
  delimiter: [';', ',', '\t', '|', 'x', '"'],
  decimal: [',', '.', 'x'],
  emptyCells: ['keep', 'clear', 'x'],
  mapping: ['{}', '[]', '{"Beskrivelse":"notes"}', '{"x":', '{"__proto__":"notes"}', 'null', '1'],
  __proto__x: ['1'],
}

const options = (random: Random, entity: Entity): Part[] => [
  ...(random.chance(0.5)
    ? [
        field(
          'uniqueIdentifier',
          random.of([...entity.csv!.identifiers, ...entity.csv!.identifiers, '', 'id']),
        ),
      ]
    : []),
  ...Object.keys(values)
    .filter(() => random.chance(0.04))
    .map((name) => field(name, random.of(values[name]!))),
]

type Upload = { readonly type: string; readonly body: Buffer }

const oddities: readonly ((random: Random, parts: readonly Part[], content: Buffer) => Upload)[] = [
  (_, parts) => ({ type: form(), body: joined(parts, '') }),
  (_, parts) => ({ type: form('----annen'), body: joined(parts) }),
  (_, parts) => ({ type: 'multipart/form-data', body: joined(parts) }),
  (_, parts) => ({ type: 'text/csv', body: joined(parts) }),
  (_, parts, content) => ({ type: form(), body: joined([...parts, file(content, 'to.csv')]) }),
  (_, parts) => ({ type: form(), body: joined(parts.slice(0, -1)) }),
  (random, parts, content) => ({
    type: form(),
    body: joined([...parts.slice(0, -1), file(content, random.of(fileNames))]),
  }),
  (random, parts, content) => ({
    type: form(),
    body: joined([...parts.slice(0, -1), file(content, 'fil.csv', random.of(types))]),
  }),
  (random, parts) => {
    const body = joined(parts)
    return { type: form(), body: body.subarray(0, random.below(body.length)) }
  },
  (_, parts) => ({ type: form(), body: joined(parts.toReversed()) }),
  (random, parts) => ({
    type: form(),
    body: joined([
      ...Array.from({ length: random.below(14) }, (_, i) => field(`x${i}`, 'y')),
      ...parts,
    ]),
  }),
  (_, parts) => ({ type: form(), body: joined([field('decimal', 'x'.repeat(200_000)), ...parts]) }),
  (_, parts, content) => ({
    type: form(),
    body: joined([
      ...parts.slice(0, -1),
      { head: 'Content-Disposition: form-data; name=file', content },
    ]),
  }),
]

/** An upload, as from a browser or malformed. */
export const wrapped = (random: Random, entity: Entity, content: Buffer): Upload => {
  const parts = [...options(random, entity), file(content)]
  return random.chance(0.2)
    ? random.of(oddities)(random, parts, content)
    : { type: form(), body: joined(parts) }
}
