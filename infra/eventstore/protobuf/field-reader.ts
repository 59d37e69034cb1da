/** Reads a message of protobuf field by field, where the generated code would make objects of it all. */
export class FieldReader {
  readonly #bytes: Buffer
  #at: number
  readonly #end: number
  /** Of the field that is to be read now: its number and how it is written. */
  tag = 0

  /** The message from `start` up to `end`. */
  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
  }

  /** Goes to the next field; false when there is none. Each must then be read or skipped. */
  next(): boolean {
    if (this.#at >= this.#end) return false
    this.tag = this.number()
    return true
  }

  /** Exact up to 2^53. */
  number(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#move(1) - 1]!
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

  /** Not a copy. */
  bytes(): Buffer {
    const length = this.number()
    return this.#bytes.subarray(this.#at, this.#move(length))
  }

  text(): string {
    const length = this.number()
    return this.#bytes.toString('utf8', this.#at, this.#move(length))
  }

  /** The fields of a message within this one. */
  message(): FieldReader {
    const length = this.number()
    return new FieldReader(this.#bytes, this.#at, this.#move(length))
  }

  skip(): void {
    switch (this.tag & 7) {
      case 0:
        return void this.number()
      case 1:
        return void this.#move(8)
      case 2:
        return void this.#move(this.number())
      case 5:
        return void this.#move(4)
      default:
        throw new RangeError(`A field of unknown kind: ${this.tag}`)
    }
  }

  /** The offset after so many bytes. */
  #move(by: number): number {
    this.#at += by
    if (this.#at > this.#end) throw new RangeError('A field goes beyond its message')
    return this.#at
  }
}
