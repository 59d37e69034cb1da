const headerSize = 5

/** A gRPC frame: one byte of flags, four bytes of length, the message. */
export const framed = (message: Uint8Array): Buffer => {
  const header = Buffer.alloc(headerSize)
  header.writeUInt32BE(message.length, 1)
  return Buffer.concat([header, message])
}

export const messageSplitter = (onMessage: (message: Buffer) => void) => {
  let buffered: Buffer = Buffer.alloc(0)
  return (chunk: Buffer): void => {
    buffered = Buffer.concat([buffered, chunk])
    while (
      buffered.length >= headerSize &&
      buffered.length >= headerSize + buffered.readUInt32BE(1)
    ) {
      const end = headerSize + buffered.readUInt32BE(1)
      onMessage(buffered.subarray(headerSize, end))
      buffered = buffered.subarray(end)
    }
  }
}
