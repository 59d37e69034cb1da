const kind = { varint: 0, fixed64: 1, length: 2, fixed32: 5 } as const

/** Takes a field by its tag (number and kind in one), or says false: then it is skipped. */
export type Field<T> = (into: T, tag: number, wire: Wire) => boolean

/** Reads messages as protobuf sends them: for the few that come so often that the generated code is dear. */
export class Wire {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** The message that fills all the bytes. */
  whole<T>(into: T, field: Field<T>): T {
    return this.#upTo(this.#bytes.length, into, field)
  }

  /** A message within another. */
  message<T>(into: T, field: Field<T>): T {
    return this.#upTo(this.#end(), into, field)
  }

  /** Exact up to 2^53. */
  number(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('A message ends in the midst of a number')
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }

  /** All 64 bits. */
  exact(): bigint {
    const start = this.#at
    const value = this.number()
    if (value <= Number.MAX_SAFE_INTEGER) return BigInt(value)
    let exact = 0n
    for (let at = this.#at; at-- > start;) exact = (exact << 7n) | BigInt(this.#bytes[at]! & 127)
    return BigInt.asUintN(64, exact)
  }

  text(): string {
    const [start, end] = this.#span()
    return this.#bytes.toString('utf8', start, end)
  }

  /** Not a copy. */
  bytes(): Buffer {
    const [start, end] = this.#span()
    return this.#bytes.subarray(start, end)
  }

  #upTo<T>(end: number, into: T, field: Field<T>): T {
    while (this.#at < end) {
      const tag = this.number()
      if (!field(into, tag, this)) this.#skip(tag)
    }
    if (this.#at !== end) throw new RangeError('A field goes beyond its message')
    return into
  }

  #end(): number {
    const length = this.number()
    return this.#at + length
  }

  #span(): readonly [number, number] {
    const end = this.#end()
    const start = this.#at
    this.#at = end
    return [start, end]
  }

  #skip(tag: number): void {
    switch (tag & 7) {
      case kind.varint:
        this.number()
        break
      case kind.fixed64:
        this.#at += 8
        break
      case kind.length:
        this.#at = this.#end()
        break
      case kind.fixed32:
        this.#at += 4
        break
      default:
        throw new RangeError(`A field of unknown kind: ${tag}`)
    }
  }
}
