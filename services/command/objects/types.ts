import { z } from 'zod'
import type { FileKind } from '#contracts/fields.ts'

/** The accepted types by extension, with the media types that senders name; ours first. SVG can carry scripts. */
export const fileTypes = {
  png: ['image/png'],
  jpg: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  pdf: ['application/pdf', 'application/x-pdf'],
  doc: ['application/msword'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  txt: ['text/plain'],
  dwg: [
    'image/vnd.dwg',
    'application/acad',
    'application/x-acad',
    'application/dwg',
    'image/x-dwg',
  ],
  dxf: ['image/vnd.dxf', 'application/dxf', 'application/x-dxf', 'image/x-dxf', 'text/plain'],
} as const satisfies Record<string, readonly [string, ...string[]]>

export type FileType = keyof typeof fileTypes

export const mimeOf = (type: FileType): string => fileTypes[type][0]

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

export const fileKind = z.enum(Object.keys(fileKinds) as [FileKind, ...FileKind[]])

export const largest = 50 * megabyte

export const mostFor = (type: FileType): number =>
  Math.max(
    ...Object.values(fileKinds)
      .filter(({ types }) => types.includes(type))
      .map(({ most }) => most),
  )

const unspecific = ['', 'application/octet-stream', 'binary/octet-stream']

/** True if the declared type fits the detected one. Plain text must be declared as such. */
export const agrees = (type: FileType, contentType: string, fileName: string | null): boolean => {
  const mime = contentType.split(';')[0]!.trim().toLowerCase()
  const isCalled = (fileTypes[type] as readonly string[]).includes(mime)
  const extension = /\.([^.]*)$/.exec(fileName ?? '')?.[1]?.toLowerCase()
  const fits = (extension === 'jpeg' ? 'jpg' : extension) === type
  if (fileName !== null && !fits) return false
  return isCalled || (unspecific.includes(mime) && (type !== 'txt' || fits))
}

export const inMegabytes = (bytes: number): string => `${Math.round(bytes / megabyte)} MB`
