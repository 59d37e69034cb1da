import { z } from 'zod'
import type { FileKind } from '#contracts/fields.ts'

/** What the content of an upload may be. Nothing else is taken; SVG never, it can carry scripts. */
export const fileTypes = {
  png: { mime: 'image/png', also: [], extensions: ['png'] },
  jpg: { mime: 'image/jpeg', also: ['image/jpg', 'image/pjpeg'], extensions: ['jpg', 'jpeg'] },
  gif: { mime: 'image/gif', also: [], extensions: ['gif'] },
  webp: { mime: 'image/webp', also: [], extensions: ['webp'] },
  pdf: { mime: 'application/pdf', also: ['application/x-pdf'], extensions: ['pdf'] },
  doc: { mime: 'application/msword', also: [], extensions: ['doc'] },
  docx: {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    also: [],
    extensions: ['docx'],
  },
  txt: { mime: 'text/plain', also: [], extensions: ['txt'] },
  dwg: {
    mime: 'image/vnd.dwg',
    also: ['application/acad', 'application/x-acad', 'application/dwg', 'image/x-dwg'],
    extensions: ['dwg'],
  },
  dxf: {
    mime: 'image/vnd.dxf',
    also: ['application/dxf', 'application/x-dxf', 'image/x-dxf', 'text/plain'],
    extensions: ['dxf'],
  },
} as const satisfies Record<
  string,
  { mime: string; also: readonly string[]; extensions: readonly string[] }
>

export type FileType = keyof typeof fileTypes

const megabyte = 1024 * 1024

export const fileKinds: Readonly<
  Record<FileKind, { types: readonly FileType[]; most: number; names: string }>
> = {
  image: {
    types: ['png', 'jpg', 'gif', 'webp'],
    most: 10 * megabyte,
    names: 'PNG, JPEG, GIF eller WebP',
  },
  pdf: { types: ['pdf'], most: 25 * megabyte, names: 'PDF' },
  document: {
    types: ['pdf', 'doc', 'docx', 'txt'],
    most: 25 * megabyte,
    names: 'PDF, DOC, DOCX eller TXT',
  },
  drawing: {
    types: ['pdf', 'dwg', 'dxf', 'png', 'jpg'],
    most: 50 * megabyte,
    names: 'PDF, DWG, DXF, PNG eller JPEG',
  },
}

export const fileKind = z.enum(['image', 'pdf', 'document', 'drawing'])

export const largest = 50 * megabyte

export const mostFor = (type: FileType): number =>
  Math.max(
    ...Object.values(fileKinds)
      .filter(({ types }) => types.includes(type))
      .map(({ most }) => most),
  )

const unspecific = ['', 'application/octet-stream', 'binary/octet-stream']

/** Whether what the sender called it agrees with what it is. Plain text must be called so. */
export const agrees = (type: FileType, contentType: string, fileName: string | null): boolean => {
  const mime = contentType.split(';')[0]!.trim().toLowerCase()
  const { mime: own, also, extensions } = fileTypes[type]
  const isCalled = mime === own || (also as readonly string[]).includes(mime)
  const extension = fileName === null ? undefined : /\.([^.]*)$/.exec(fileName)?.[1]?.toLowerCase()
  const fits = extension !== undefined && (extensions as readonly string[]).includes(extension)
  if (fileName !== null && !fits) return false
  return isCalled || (unspecific.includes(mime) && (type !== 'txt' || fits))
}

export const inMegabytes = (bytes: number): string => `${Math.round(bytes / megabyte)} MB`
