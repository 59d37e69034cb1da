import type { Readable } from 'node:stream'
import { z } from 'zod'
import { fileTypes, type FileType } from './types.ts'

export const storedFile = z.object({
  name: z.string(),
  type: z.enum(Object.keys(fileTypes) as [FileType, ...FileType[]]),
  size: z.int(),
  sha256: z.string(),
  fileName: z.string().nullable(),
  uploadedBy: z.string(),
  uploadedAt: z.string(),
})
export type StoredFile = z.output<typeof storedFile>

export type Found = {
  readonly file: StoredFile
  readonly size: number
  /** Another when somebody has written to it since. */
  readonly version: string
}

export type ByteRange = { readonly first: number; readonly last: number }

export type FileStore = {
  /** Takes the file at `path` over, for good: once it returns, the file outlives a power cut. */
  readonly keep: (file: StoredFile, path: string) => Promise<void>
  readonly find: (name: string) => Promise<Found | null>
  readonly read: (name: string, range?: ByteRange) => Promise<Readable>
  readonly list: () => AsyncIterable<{ readonly name: string; readonly storedAt: Date }>
  readonly discard: (name: string, at: Date) => Promise<void>
  readonly emptyBin: (before: Date) => Promise<number>
}

/** Names are given by the service; nothing else ever reaches a path. */
export const isFileName = (name: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(name)
