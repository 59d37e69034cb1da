import type { FileHandle } from 'node:fs/promises'

const limits = { entries: 1_000, directory: 1024 * 1024, unpacked: 200 * 1024 * 1024, ratio: 100 }

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endLength = 22

const read = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/**
 * The names in a zip file, from its directory alone: nothing is unpacked. Null for what is no plain zip,
 * has bytes behind its end, or would unpack to more than any document does.
 */
export const namesInZip = async (
  file: FileHandle,
  size: number,
): Promise<readonly string[] | null> => {
  const tailLength = Math.min(size, 65_535 + endLength)
  const tail = await read(file, size - tailLength, tailLength)
  let end = tail.length - endLength
  while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end--
  if (end < 0) return null
  const comment = tail.readUInt16LE(end + 20)
  if (end + endLength + comment !== tail.length) return null
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (count > limits.entries || length > limits.directory || start + length > size) return null

  const directory = await read(file, start, length)
  const names: string[] = []
  let unpacked = 0
  for (let at = 0; names.length < count;) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entrySignature) return null
    unpacked += directory.readUInt32LE(at + 24)
    const nameLength = directory.readUInt16LE(at + 28)
    names.push(directory.toString('utf8', at + 46, at + 46 + nameLength))
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return unpacked > limits.unpacked || unpacked > size * limits.ratio ? null : names
}
