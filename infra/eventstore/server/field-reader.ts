/** Reads a message of protobuf field by field, where the generated code would make objects of it all. */
export class FieldReader {
  readonly #message: Buffer
  #at = 0
  /** Of the field that is to be read now: its number and how it is written. */
  tag = 0

  constructor(message: Buffer) {
    this.#message = message
  }

  /** Goes to the next field; false when there is none. Each must then be read or skipped. */
  next(): boolean {
    if (this.#at >= this.#message.length) return false
    this.tag = this.number()
    return true
  }

  /** Exact up to 2^53. */
  number(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#message[this.#at++]
      if (byte === undefined) throw new RangeError('A number ends with the message')
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }

  /** Not a copy. */
  bytes(): Buffer {
    const length = this.number()
    return this.#message.subarray(this.#at, this.#move(length))
  }

  text(): string {
    const length = this.number()
    return this.#message.toString('utf8', this.#at, this.#move(length))
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
        throw new RangeError(`Fields with tag ${this.tag} cannot be read`)
    }
  }

  #move(by: number): number {
    this.#at += by
    if (this.#at > this.#message.length) throw new RangeError('A field ends beyond its message')
    return this.#at
  }
}
