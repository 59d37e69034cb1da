/**
 * Arrays in Postgres's binary format. As text, each byte of an event would travel as two, be joined to
 * one string here and be parsed again there.
 */
const type = { int4: 23, int8: 20, text: 25, bytea: 17 } as const

const array = (oid: number, elements: readonly Uint8Array[]): Buffer => {
  const header = Buffer.alloc(20)
  header.writeInt32BE(1, 0)
  header.writeInt32BE(oid, 8)
  header.writeInt32BE(elements.length, 12)
  header.writeInt32BE(1, 16)
  const parts: Uint8Array[] = [header]
  for (const element of elements) {
    const length = Buffer.allocUnsafe(4)
    length.writeInt32BE(element.length)
    parts.push(length, element)
  }
  return Buffer.concat(parts)
}

const int4 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeInt32BE(value)
  return bytes
}

const int8 = (value: bigint): Buffer => {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeBigInt64BE(value)
  return bytes
}

export const int4Array = (values: readonly number[]) => array(type.int4, values.map(int4))
export const int8Array = (values: readonly bigint[]) => array(type.int8, values.map(int8))
export const byteaArray = (values: readonly Uint8Array[]) => array(type.bytea, values)
export const textArray = (values: readonly string[]) =>
  array(
    type.text,
    values.map((text) => Buffer.from(text)),
  )
