import type { Random } from './random.ts'

type Broken<T> = (random: Random, whole: T) => T

const place = (random: Random, { length }: { readonly length: number }) => random.below(length + 1)
const put = (text: string, at: number, added: string) => text.slice(0, at) + added + text.slice(at)

const signs = [
  '"',
  '""',
  '"x',
  ';',
  ',',
  '\t',
  '|',
  '\n',
  '\r',
  '\r\n',
  '\0',
  '\u2028',
  '�',
  '\uFEFF',
]

const textBreaks: readonly Broken<string>[] = [
  (random, text) => put(text, place(random, text), random.of(signs)),
  (random, text) => text.slice(0, place(random, text)),
  (random, text) => text.slice(place(random, text)),
  (random, text) => text.replaceAll(random.of(signs), random.of(signs)),
  (random, text) => text.repeat(random.below(4)),
  (random, text) => put(text, place(random, text), `"${'x\n'.repeat(random.below(300))}`),
  (random, text) => put(text, place(random, text), random.of(signs).repeat(random.below(2_000))),
  (_, text) => `sep=;\r\n${text}`,
  // Slow mutations are rare, so that a hundred thousand rounds are feasible.
  (random, text) =>
    random.chance(0.05)
      ? put(text, place(random, text), 'æ'.repeat(99_990 + random.below(20)))
      : text,
  (random, text) =>
    random.chance(0.05) ? put(text, place(random, text), ';'.repeat(1_100)) : text,
]

const byteBreaks: readonly Broken<Buffer>[] = [
  (random, bytes) => {
    const flipped = Buffer.from(bytes)
    for (let times = 1 + random.below(4); times > 0 && flipped.length > 0; times--)
      flipped[random.below(flipped.length)]! ^= 1 << random.below(8)
    return flipped
  },
  (random, bytes) => bytes.subarray(0, place(random, bytes)),
  (random, bytes) => {
    const at = place(random, bytes)
    const added = Buffer.from(Array.from({ length: random.below(6) }, () => random.below(256)))
    return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)])
  },
  (random, bytes) => {
    const [from, to] = [place(random, bytes), place(random, bytes)].toSorted((a, b) => a - b)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  },
  (_, bytes) =>
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bytes.toString(), 'utf16le')]),
  (_, bytes) => Buffer.from(bytes.toString(), 'utf16le'),
  (_, bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (_, bytes) => Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), bytes]),
  (_, bytes) => Buffer.concat([bytes, Buffer.from([0xc3])]),
]

const headingBreaks: readonly Broken<readonly string[]>[] = [
  (random, headings) => headings.toSpliced(random.below(headings.length), 1),
  (random, headings) => [...headings, random.of(headings)],
  (random, headings) => headings.with(random.below(headings.length), ''),
  (random, headings) =>
    headings.with(
      random.below(headings.length),
      random.of(['__proto__', 'constructor', 'toString', 'Ukjent', '=1+1', 'x'.repeat(5_000)]),
    ),
  (random, headings) => headings.map((one) => (random.chance(0.3) ? one.toUpperCase() : one)),
  () => [],
]

const one =
  <T>(breaks: readonly Broken<T>[]): Broken<T> =>
  (random, whole) =>
    random.of(breaks)(random, whole)

export const breakText = one(textBreaks)
export const breakBytes = one(byteBreaks)
export const breakHeadings = one(headingBreaks)
