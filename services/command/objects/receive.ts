import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileKind } from '#contracts/fields.ts'
import { DiskFull, isFull } from '#kernel/disk.ts'
import { cleanFileName } from '#kernel/file-name.ts'
import { refused } from '#kernel/refused.ts'
import { detect } from './detect.ts'
import type { FileStore, StoredFile } from './store.ts'
import { agrees, fileKinds, inMegabytes, largest, mostFor } from './types.ts'

export type Arriving = {
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

const counting = (most: number) => {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      if (size > most) return done(tooLarge(most))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { through, result: () => ({ size, sha256: hash.digest('hex') }) }
}

export const createReceiver = (store: FileStore, folder: string) => {
  const checked = async (path: string, arriving: Arriving, size: number) => {
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

  const receive = async (arriving: Arriving): Promise<StoredFile> => {
    const { name, content, kind, user } = arriving
    const fileName =
      arriving.fileName === null ? null : cleanFileName(arriving.fileName, longestName)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    const { through, result } = counting(kind ? fileKinds[kind].most : largest)
    let isTorn = false
    const tear = (error?: Error) => {
      isTorn = true
      through.destroy(error)
    }
    content.once('error', tear).once('close', () => content.readableEnded || tear())
    if (content.destroyed) tear()
    try {
      // Not in the pipeline, which would close the connection on a refusal before it is answered.
      content.pipe(through)
      await pipeline(through, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
      const { size, sha256 } = result()
      const type = await checked(path, { ...arriving, fileName }, size)
      const uploadedAt = new Date().toISOString()
      const file = { name, type, size, sha256, fileName, uploadedBy: user, uploadedAt }
      await store.keep(file, path)
      return file
    } catch (error) {
      if (isTorn) throw refused('VALIDATION', 'Opplastingen ble avbrutt.', [])
      if (isFull(error)) throw new DiskFull()
      throw error
    } finally {
      content.unpipe(through)
      content.resume()
      await rm(path, { force: true })
    }
  }

  const clean = async (olderThan: Date): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const entry of await readdir(folder)) {
      const path = join(folder, entry)
      const { mtime } = await stat(path)
      if (mtime < olderThan) await rm(path, { force: true })
    }
  }

  return { receive, clean }
}

export type Receiver = ReturnType<typeof createReceiver>
