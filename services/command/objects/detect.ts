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

type Content = {
  readonly path: string
  readonly file: FileHandle
  readonly size: number
  readonly head: Buffer
  readonly tail: Buffer
}

const markup = /<\s*(!doctype|html|script|svg|iframe|body|\?xml)/i
const zipEnd = Buffer.from([0x50, 0x4b, 0x05, 0x06])

/** A polyglot: an image that is also a web page or an archive. */
const isTwoThings = ({ head, tail }: Content) =>
  markup.test(head.toString('latin1')) || tail.includes(zipEnd)

const isWhole = {
  png: ({ tail }: Content) => tail.subarray(-12).includes('IEND'),
  gif: ({ tail }: Content) => tail.at(-1) === 0x3b,
  webp: ({ size, head }: Content) => [0, 1].includes(size - 8 - head.readUInt32LE(4)),
  jpg: ({ tail }: Content) => tail.includes(Buffer.from([0xff, 0xd9])),
}

const isPdf = ({ head, tail }: Content): boolean =>
  head.subarray(0, 5).toString('latin1') === '%PDF-' && tail.subarray(-2_048).includes('%%EOF')

const compoundHeader = 512
/** As powers of two. */
const sectorSizes = [9, 12]

/** Checks the directory of a compound file for a Word document. */
const isWord = async ({ file, head }: Content) => {
  if (head.length < compoundHeader) return false
  const sectorSize = head.readUInt16LE(30)
  if (!sectorSizes.includes(sectorSize)) return false
  const sector = 1 << sectorSize
  const directory = head.readUInt32LE(48)
  const entries = await part(file, (directory + 1) * sector, 4_096)
  return entries.includes(Buffer.from('WordDocument', 'utf16le'))
}

const zipLimits = { entries: 1_000, unpacked: 200 * 1024 * 1024, ratio: 100 }

/** Reads only the directory of the zip file. What would unpack to more than any document does is refused. */
const isDocument = async ({ path, size }: Content): Promise<boolean> => {
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
const isText = async ({ file, size }: Content) => {
  for (let at = 0; at < size; at += 1024 * 1024) {
    const bytes = await part(file, at, 1024 * 1024)
    if (bytes.some(isControl)) return false
    if (at === 0 && markup.test(bytes.toString('latin1', 0, headLength))) return false
  }
  return true
}

const isDxf = ({ head }: Content) =>
  /^(\s*999\r?\n.*\r?\n)*\s*0\r?\n\s*SECTION\r?\n/.test(head.toString('latin1'))

const imageIn = (content: Content, type: keyof typeof isWhole): FileType | null =>
  isWhole[type](content) && !isTwoThings(content) ? type : null

const documentIn = async (content: Content): Promise<FileType | null> => {
  const isZip = content.head.readUInt32LE(0) === 0x04034b50
  return isZip && (await isDocument(content).catch(() => false)) ? 'docx' : null
}

/** By what file-type makes of the beginning. */
const checks: Readonly<Record<string, (content: Content) => Promise<FileType | null>>> = {
  png: async (content) => imageIn(content, 'png'),
  jpg: async (content) => imageIn(content, 'jpg'),
  gif: async (content) => imageIn(content, 'gif'),
  webp: async (content) => imageIn(content, 'webp'),
  pdf: async (content) => (isPdf(content) ? 'pdf' : null),
  cfb: async (content) => ((await isWord(content)) ? 'doc' : null),
  zip: documentIn,
  docx: documentIn,
  dwg: async () => 'dwg',
}

/** What file-type does not know. */
const otherIn = async (content: Content): Promise<FileType | null> => {
  if (/^AC10\d\d/.test(content.head.subarray(0, 6).toString('latin1'))) return 'dwg'
  if (!(await isText(content))) return null
  return isDxf(content) ? 'dxf' : 'txt'
}

export const detect = async (path: string): Promise<FileType | null> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const head = await part(file, 0, headLength)
    const tail = await part(file, Math.max(0, size - tailLength), Math.min(size, tailLength))
    const ext = (await fileTypeFromBuffer(head))?.ext
    const check = ext === undefined ? otherIn : checks[ext]
    return check ? await check({ path, file, size, head, tail }) : null
  } finally {
    await file.close()
  }
}
