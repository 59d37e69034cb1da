import { delimiters } from '#contracts/csv/options.ts'
import { component, motor, sensor, supplier } from '#contracts/catalogue/index.ts'
import { columnsOf, templateHeadings } from '#contracts/csv/columns.ts'
import { csvLine } from '#contracts/csv/write.ts'
import type { Entity } from '#contracts/entity.ts'
import { breakBytes, breakHeadings, breakText } from './mutations.ts'
import { randomFrom, type Random } from './random.ts'
import { wrapped } from './uploads.ts'

export type Fuzzed = {
  readonly path: string
  readonly type: string
  readonly body: Buffer
}

const priced = [
  '12,50',
  '12.50',
  '1 234,5',
  '1.234',
  '0',
  '',
  '-1',
  '1e3',
  '9'.repeat(40),
  'NaN',
  'kr 5,-',
]
const texts = [
  'Lager 6204',
  'Skrue 5" × 20',
  'Åkerstrøm; & sønn',
  'linje\nto',
  '=HYPERLINK("x")',
  '',
  ' ',
  '😀',
  "'-1",
  '0815',
  '\u00ad1\u200b2',
  'Ja',
]

const cellOf = (random: Random, heading: string): string =>
  /pris|faktor|vekt|effekt|frekvens|strom/i.test(heading) ? random.of(priced) : random.of(texts)

const requiredCell = (random: Random, heading: string) =>
  /e-post/i.test(heading)
    ? `ordre${random.below(50)}@firma.example`
    : `${heading} ${random.below(50)}`

/** A mostly valid file: some rows of some columns, in formats that office programs write. */
const fileOf = (random: Random, entity: Entity): string => {
  const all = templateHeadings(entity)
  const needed = new Set(columnsOf(entity).flatMap((one) => (one.required ? [one.heading] : [])))
  const headings = all.filter((heading) => needed.has(heading) || random.chance(0.4))
  const delimiter = random.of(delimiters)
  const rows = Array.from({ length: random.below(5) }, () =>
    headings.map((heading) =>
      needed.has(heading) && random.chance(0.9)
        ? requiredCell(random, heading)
        : cellOf(random, heading),
    ),
  )
  const header = random.chance(0.1) ? breakHeadings(random, headings) : headings
  const text = [header, ...rows].map((cells) => csvLine(cells, delimiter)).join('')
  return random.chance(0.5) ? text.replaceAll('\r\n', random.of(['\n', '\r'])) : text
}

const asBytes = (random: Random, text: string) =>
  random.chance(0.3)
    ? Buffer.from(text, 'latin1')
    : Buffer.from(random.chance(0.2) ? `\uFEFF${text}` : text)

/** The n-th broken upload of a seed. Deterministic. */
export const fuzzed = (seed: number, n: number): Fuzzed => {
  const random = randomFrom(seed, n)
  const entity = random.of([component, motor, sensor, supplier])
  let text = fileOf(random, entity)
  for (let times = random.below(2); times > 0; times--) text = breakText(random, text)
  let bytes: Buffer = asBytes(random, text)
  for (let times = random.below(2); times > 0; times--) bytes = breakBytes(random, bytes)
  return { path: `/api/csv-import/${entity.name}`, ...wrapped(random, entity, bytes) }
}
