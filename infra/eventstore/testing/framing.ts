const headerSize = 5

/** A gRPC frame: one byte of flags, four bytes of length, the message. */
export const framed = (message: Uint8Array): Buffer => {
  const header = Buffer.alloc(headerSize)
  header.writeUInt32BE(message.length, 1)
  return Buffer.concat([header, message])
}

export const messageSplitter = (onMessage: (message: Buffer) => void) => {
  let held: Buffer = Buffer.alloc(0)
  return (chunk: Buffer): void => {
    held = Buffer.concat([held, chunk])
    while (held.length >= headerSize && held.length >= headerSize + held.readUInt32BE(1)) {
      const end = headerSize + held.readUInt32BE(1)
      onMessage(held.subarray(headerSize, end))
      held = held.subarray(end)
    }
  }
}
