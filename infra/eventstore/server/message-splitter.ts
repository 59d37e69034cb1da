import { code, Status } from './status.ts'

export const headerSize = 5
/** As in EventStoreDB. The client cuts its batches at 3 MiB. */
const largest = 16 * 1024 * 1024

/** Cuts what arrives on a call into the messages that gRPC framed: a flag byte, four of length, the rest. */
export const messageSplitter = (onMessage: (message: Buffer) => void) => {
  let held: Buffer[] = []
  let heldBytes = 0
  let needed = headerSize

  return (chunk: Buffer): void => {
    held.push(chunk)
    heldBytes += chunk.length
    if (heldBytes < needed) return

    let bytes = held.length === 1 ? chunk : Buffer.concat(held, heldBytes)
    while (bytes.length >= headerSize) {
      const length = bytes.readUInt32BE(1)
      if (bytes[0] !== 0) throw new Status(code.unimplemented, 'Compressed messages are not taken')
      if (length > largest)
        throw new Status(
          code.resourceExhausted,
          'Received message exceeds the maximum configured message size.',
        )
      needed = headerSize + length
      if (bytes.length < needed) break
      onMessage(bytes.subarray(headerSize, needed))
      bytes = bytes.subarray(needed)
      needed = headerSize
    }
    held = bytes.length > 0 ? [bytes] : []
    heldBytes = bytes.length
  }
}

export const framed = (message: Uint8Array): Buffer => {
  const frame = Buffer.allocUnsafe(headerSize + message.length)
  frame[0] = 0
  frame.writeUInt32BE(message.length, 1)
  frame.set(message, headerSize)
  return frame
}
