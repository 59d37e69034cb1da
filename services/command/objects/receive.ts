import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileKind } from '#contracts/fields.ts'
import { createDigest } from '#kernel/digest.ts'
import { DiskFull, isFull } from '#kernel/disk.ts'
import { cleanFileName } from '#kernel/file-name.ts'
import { refused } from '#kernel/refused.ts'
import { detect } from './detect.ts'
import type { FileStore, StoredFile } from './store.ts'
import { agrees, fileKinds, inMegabytes, largest, mostFor, type FileType } from './types.ts'

type Arriving = {
  readonly name: string
  readonly content: Readable
  readonly contentType: string
  readonly fileName: string | null
  readonly kind: FileKind | undefined
  readonly user: string
}

const longestName = 120

export const tooLarge = (most: number) =>
  refused('TOO_LARGE', `Filen er for stor: den kan være på høyst ${inMegabytes(most)}.`)

/** The detected type. @throws Refused if it is not allowed */
const acceptedType = async (path: string, arriving: Arriving, size: number): Promise<FileType> => {
  const { kind, contentType, fileName } = arriving
  if (size === 0) throw refused('VALIDATION', 'Filen er tom.', [])
  const type = await detect(path)
  const accepted = kind && fileKinds[kind]
  if (!type || (accepted && !accepted.types.includes(type)))
    throw refused(
      'UNSUPPORTED_TYPE',
      accepted ? `Filtypen støttes ikke her. Velg ${accepted.names}.` : undefined,
    )
  if (!agrees(type, contentType, fileName))
    throw refused('UNSUPPORTED_TYPE', 'Innholdet i filen stemmer ikke med filtypen.')
  const most = accepted?.most ?? mostFor(type)
  if (size > most) throw tooLarge(most)
  return type
}

/** Writes the content to `path`. @throws Refused if it is too large or incomplete */
const writeTo = async (path: string, content: Readable, most: number) => {
  const { through, digest } = createDigest((size) => (size > most ? tooLarge(most) : null))
  let isTorn = false
  const tear = (error?: Error) => {
    isTorn = true
    through.destroy(error)
  }
  content.once('error', tear).once('close', () => content.readableEnded || tear())
  if (content.destroyed) tear()
  try {
    // Not part of the pipeline, which would close the connection before a refusal is sent.
    content.pipe(through)
    await pipeline(through, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
    return digest()
  } catch (error) {
    throw isTorn ? refused('VALIDATION', 'Opplastingen ble avbrutt.', []) : error
  } finally {
    content.unpipe(through)
    content.resume()
  }
}

/** Receives files in `folder` before they go to the store. Interrupted uploads stay there for a while. */
export const createReceiver = (store: FileStore, folder: string) => ({
  receive: async (given: Arriving): Promise<StoredFile> => {
    const { name, content, kind, user } = given
    const fileName = given.fileName === null ? null : cleanFileName(given.fileName, longestName)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    try {
      const { size, sha256 } = await writeTo(path, content, kind ? fileKinds[kind].most : largest)
      const type = await acceptedType(path, { ...given, fileName }, size)
      const uploadedAt = new Date().toISOString()
      const file = { name, type, size, sha256, fileName, uploadedBy: user, uploadedAt }
      await store.keep(file, path)
      return file
    } catch (error) {
      throw isFull(error) ? new DiskFull() : error
    } finally {
      await rm(path, { force: true })
    }
  },

  clean: async (olderThan: Date): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const entry of await readdir(folder)) {
      const path = join(folder, entry)
      const { mtime } = await stat(path)
      if (mtime < olderThan) await rm(path, { force: true })
    }
  },
})

export type Receiver = ReturnType<typeof createReceiver>
