/** Protobuf's variable-length numbers, up to 2^53, and bigint beyond. */
export const varintSize = (value: number): number => {
  let size = 1
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size++
  return size
}

/** Writes at `at` and returns the offset after it. */
export const writeVarint = (into: Buffer, value: number, at: number): number => {
  let rest = value
  let to = at
  while (rest >= 0x80000000) {
    into[to++] = (rest % 128) | 128
    rest = Math.floor(rest / 128)
  }
  while (rest >= 128) {
    into[to++] = (rest & 127) | 128
    rest >>>= 7
  }
  into[to++] = rest
  return to
}

export const bigVarint = (value: bigint): Buffer => {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return Buffer.from(bytes)
}
