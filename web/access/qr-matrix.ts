// QR codes, as ISO/IEC 18004 has them: byte mode, error correction L, versions 1 to 10 (up to 271 bytes).

/** Per version: error-correction bytes per block, blocks of the first length, its data bytes, blocks one longer. */
const versions = [
  [7, 1, 19, 0],
  [10, 1, 34, 0],
  [15, 1, 55, 0],
  [20, 1, 80, 0],
  [26, 1, 108, 0],
  [18, 2, 68, 0],
  [20, 2, 78, 0],
  [24, 2, 97, 0],
  [30, 2, 116, 0],
  [18, 2, 68, 2],
] as const

const alignment = [
  [],
  [18],
  [22],
  [26],
  [30],
  [34],
  [22, 38],
  [24, 42],
  [26, 46],
  [28, 50],
] as const

// Arithmetic in GF(256) with the polynomial x^8 + x^4 + x^3 + x^2 + 1.
const exponents = new Uint8Array(512)
const logarithms = new Uint8Array(256)
for (let power = 0, value = 1; power < 255; power++) {
  exponents[power] = exponents[power + 255] = value
  logarithms[value] = power
  value = value & 0x80 ? (value << 1) ^ 0x11d : value << 1
}
const times = (a: number, b: number) =>
  a === 0 || b === 0 ? 0 : exponents[logarithms[a]! + logarithms[b]!]!

/** The divisor of the given degree, highest power left out. */
const divisor = (degree: number): number[] => {
  let polynomial = [1]
  for (let root = 0; root < degree; root++) {
    const next = [...polynomial, 0]
    for (const [index, factor] of polynomial.entries())
      next[index + 1]! ^= times(factor, exponents[root]!)
    polynomial = next
  }
  return polynomial.slice(1)
}

export const errorCorrection = (data: readonly number[], degree: number): number[] => {
  const by = divisor(degree)
  const rest = Array<number>(degree).fill(0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()!
    rest.push(0)
    for (const [index, value] of by.entries()) rest[index]! ^= times(value, factor)
  }
  return rest
}

const capacity = ([, short, length, long]: (typeof versions)[number]) =>
  short * length + long * (length + 1)

/** The bytes of the symbol in their final order: data and error correction, taken from the blocks in turn. */
const codewords = (bytes: Uint8Array, version: number): number[] => {
  const [degree, short, length, long] = versions[version - 1]!
  const size = capacity(versions[version - 1]!)
  const lengthBits = version < 10 ? 8 : 16
  const bits = `0100${bytes.length.toString(2).padStart(lengthBits, '0')}${Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')}`
  const ended = bits + '0'.repeat(Math.min(4, size * 8 - bits.length))
  const data = (ended.match(/.{1,8}/g) ?? []).map((octet) => parseInt(octet.padEnd(8, '0'), 2))
  for (let pad = 0; data.length < size; pad++) data.push(pad % 2 === 0 ? 0xec : 0x11)

  const blocks: number[][] = []
  for (let block = 0, at = 0; block < short + long; block++) {
    const end = at + length + (block < short ? 0 : 1)
    blocks.push(data.slice(at, end))
    at = end
  }
  const corrections = blocks.map((block) => errorCorrection(block, degree))
  const inTurn = (parts: readonly number[][], longest: number) =>
    Array.from({ length: longest }, (_, index) => parts.flatMap((part) => part[index] ?? [])).flat()
  return [...inTurn(blocks, length + 1), ...inTurn(corrections, degree)]
}

type Matrix = (boolean | null)[][]

const patternsOf = (version: number): Matrix => {
  const size = 17 + 4 * version
  const matrix: Matrix = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null))
  const put = (row: number, column: number, dark: boolean) => {
    if (row >= 0 && column >= 0 && row < size && column < size) matrix[row]![column] = dark
  }
  const square = (
    row: number,
    column: number,
    radius: number,
    darkAt: (ring: number) => boolean,
  ) => {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++)
        put(row + y, column + x, darkAt(Math.max(Math.abs(x), Math.abs(y))))
  }
  for (let index = 8; index < size - 8; index++) {
    put(6, index, index % 2 === 0)
    put(index, 6, index % 2 === 0)
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(row, column, 4, (ring) => ring !== 2 && ring !== 4)
  const centres = version === 1 ? [] : [6, ...alignment[version - 1]!]
  for (const row of centres)
    for (const column of centres) {
      const last = size - 7
      const atFinder =
        (row === 6 && column === 6) ||
        (row === 6 && column === last) ||
        (row === last && column === 6)
      if (!atFinder) square(row, column, 2, (ring) => ring !== 1)
    }
  return matrix
}

/** Bits with their check bits, from the generator polynomial of that many bits. */
const checked = (value: number, bits: number, generator: number): number => {
  let rest = value
  for (let index = 0; index < bits; index++)
    rest = (rest << 1) ^ ((rest >>> (bits - 1)) * generator)
  return (value << bits) | rest
}

const putInformation = (matrix: Matrix, version: number, mask: number) => {
  const size = matrix.length
  // Level L is 01.
  const format = checked((1 << 3) | mask, 10, 0x537) ^ 0x5412
  const bit = (index: number) => ((format >>> index) & 1) === 1
  for (let index = 0; index < 15; index++) {
    const beside = index < 6 ? index : index < 8 ? index + 1 : 15 - index - 1
    if (index < 8) matrix[index < 6 ? index : index + 1]![8] = bit(index)
    else matrix[8]![index === 8 ? 7 : beside] = bit(index)
    if (index < 8) matrix[8]![size - 1 - index] = bit(index)
    else matrix[size - 15 + index]![8] = bit(index)
  }
  matrix[size - 8]![8] = true
  if (version < 7) return
  const information = checked(version, 12, 0x1f25)
  for (let index = 0; index < 18; index++) {
    const dark = ((information >>> index) & 1) === 1
    const [long, short] = [Math.floor(index / 3), size - 11 + (index % 3)]
    matrix[long]![short] = dark
    matrix[short]![long] = dark
  }
}

/** Two columns at a time from the right, up and down in turn, around what is there already. */
const putData = (matrix: Matrix, bytes: readonly number[]) => {
  const size = matrix.length
  let index = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const upwards = ((right + 1) & 2) === 0
      const row = upwards ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (matrix[row]![column] !== null) continue
        const dark = (((bytes[index >>> 3] ?? 0) >>> (7 - (index & 7))) & 1) === 1
        // Mask 0. Any of the eight is a valid symbol; the standard's choice among them only helps poor cameras.
        matrix[row]![column] = dark !== ((row + column) % 2 === 0)
        index++
      }
    }
  }
}

/** The dark modules of a QR code for a text, row by row. */
export const qrMatrix = (text: string): readonly (readonly boolean[])[] => {
  const bytes = new TextEncoder().encode(text)
  const version =
    1 + versions.findIndex((one, index) => capacity(one) >= bytes.length + (index < 9 ? 2 : 3))
  if (version === 0) throw new RangeError('Too long for a QR code')
  const matrix = patternsOf(version)
  putInformation(matrix, version, 0)
  putData(matrix, codewords(bytes, version))
  return matrix.map((row) => row.map((dark) => dark === true))
}
