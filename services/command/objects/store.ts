import type { Readable } from 'node:stream'
import { z } from 'zod'
import { fileTypes, type FileType } from './types.ts'

/** What is known of a stored file, kept beside it. */
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

/** A file as it lies there now. */
export type Found = {
  readonly file: StoredFile
  readonly size: number
  /** Another when somebody has written to it since. */
  readonly version: string
}

/** First and last byte, both included. */
export type ByteRange = { readonly first: number; readonly last: number }

/** Where files lie: on this machine's disk, or in an S3-compatible store. */
export type FileStore = {
  /** Takes the file at `path` over, for good: once it returns, the file outlives a power cut. */
  readonly keep: (file: StoredFile, path: string) => Promise<void>
  readonly find: (name: string) => Promise<Found | null>
  readonly read: (name: string, range?: ByteRange) => Promise<Readable>
  readonly list: () => AsyncIterable<{ readonly name: string; readonly storedAt: Date }>
  /** Into the bin. */
  readonly discard: (name: string, at: Date) => Promise<void>
  /** Removes for good what came into the bin before. Answers how many. */
  readonly emptyBin: (before: Date) => Promise<number>
}

/** Names are given by the service; nothing else ever reaches a path. */
export const isFileName = (name: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(name)
