import { varintSize, writeVarint } from './varint.ts'

/** What a field takes whose tag is one byte and whose content comes with its length. */
export const sizeOf = (length: number): number => 1 + varintSize(length) + length
export const sizeOfNumber = (value: number): number => 1 + varintSize(value)

/** Writes fields of protobuf one after the other into a buffer of their exact size. */
export class FieldWriter {
  readonly message: Buffer
  #at = 0

  constructor(message: Buffer) {
    this.message = message
  }

  number(tag: number, value: number): void {
    this.message[this.#at++] = tag
    this.#at = writeVarint(this.message, value, this.#at)
  }

  bytes(tag: number, content: Uint8Array): void {
    this.number(tag, content.length)
    this.raw(content)
  }

  /** `length` in bytes of UTF-8. */
  text(tag: number, text: string, length: number): void {
    this.number(tag, length)
    this.#at += this.message.write(text, this.#at)
  }

  raw(content: ArrayLike<number>): void {
    this.message.set(content, this.#at)
    this.#at += content.length
  }
}
