import { open, type FileHandle } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { openPromise } from 'yauzl'
import type { FileType } from './types.ts'

const headLength = 4_100
const tailLength = 65_557

const part = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const markup = /<\s*(!doctype|html|script|svg|iframe|body|\?xml)/i
const zipEnd = Buffer.from([0x50, 0x4b, 0x05, 0x06])

/** A polyglot: an image that is also a web page or an archive. */
const isTwoThings = (head: Buffer, tail: Buffer) =>
  markup.test(head.toString('latin1')) || tail.includes(zipEnd)

const isWhole: Partial<Record<FileType, (tail: Buffer, size: number, head: Buffer) => boolean>> = {
  png: (tail) => tail.subarray(-12).includes('IEND'),
  gif: (tail) => tail.at(-1) === 0x3b,
  webp: (_tail, size, head) => [0, 1].includes(size - 8 - head.readUInt32LE(4)),
  jpg: (tail) => tail.includes(Buffer.from([0xff, 0xd9])),
  pdf: (tail) => tail.subarray(-2_048).includes('%%EOF'),
}

/** Checks the directory of a compound file for a Word document. */
const isWord = async (file: FileHandle, head: Buffer) => {
  const sector = 1 << head.readUInt16LE(30)
  const directory = head.readUInt32LE(48)
  const entries = await part(file, (directory + 1) * sector, 4_096)
  return entries.includes(Buffer.from('WordDocument', 'utf16le'))
}

const zipLimits = { entries: 1_000, unpacked: 200 * 1024 * 1024, ratio: 100 }

/** Reads only the directory of the zip file. What would unpack to more than any document does is refused. */
const isDocx = async (path: string, size: number): Promise<boolean> => {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true })
  try {
    if (zip.entryCount > zipLimits.entries) return false
    const names: string[] = []
    let unpacked = 0
    for await (const { fileName, uncompressedSize } of zip.eachEntry()) {
      names.push(fileName)
      unpacked += uncompressedSize
    }
    if (unpacked > zipLimits.unpacked || unpacked > size * zipLimits.ratio) return false
    const has = (name: string) => names.includes(name)
    const hasMacros = names.some((name) => /vbaProject\.bin$/i.test(name))
    return has('[Content_Types].xml') && has('word/document.xml') && !hasMacros
  } finally {
    zip.close()
  }
}

// Real texts contain only tab, line feed, form feed, carriage return and escape as control characters.
const isControl = (byte: number) => byte < 32 && ![9, 10, 12, 13, 27].includes(byte)

/** UTF-8 or Latin-1 without control characters. Markup does not count as text. */
const isText = async (file: FileHandle, size: number) => {
  for (let at = 0; at < size; at += 1024 * 1024) {
    const bytes = await part(file, at, 1024 * 1024)
    if (bytes.some(isControl)) return false
    if (at === 0 && markup.test(bytes.toString('latin1', 0, headLength))) return false
  }
  return true
}

const isDxf = (head: Buffer) =>
  /^(\s*999\r?\n.*\r?\n)*\s*0\r?\n\s*SECTION\r?\n/.test(head.toString('latin1'))

export const detect = async (path: string): Promise<FileType | null> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const head = await part(file, 0, headLength)
    const tail = await part(file, Math.max(0, size - tailLength), Math.min(size, tailLength))
    const ext = (await fileTypeFromBuffer(head))?.ext
    const isComplete = (type: FileType) => isWhole[type]!(tail, size, head)
    switch (ext) {
      case 'png':
      case 'jpg':
      case 'gif':
      case 'webp':
        return isComplete(ext) && !isTwoThings(head, tail) ? ext : null
      case 'pdf':
        return head.subarray(0, 5).toString('latin1') === '%PDF-' && isComplete('pdf')
          ? 'pdf'
          : null
      case 'cfb':
        return (await isWord(file, head)) ? 'doc' : null
      case 'zip':
      case 'docx':
        return head.readUInt32LE(0) === 0x04034b50 && (await isDocx(path, size).catch(() => false))
          ? 'docx'
          : null
      case 'dwg':
        return 'dwg'
      case undefined:
        break
      default:
        return null
    }
    if (/^AC10\d\d/.test(head.subarray(0, 6).toString('latin1'))) return 'dwg'
    if (!(await isText(file, size))) return null
    return isDxf(head) ? 'dxf' : 'txt'
  } finally {
    await file.close()
  }
}
