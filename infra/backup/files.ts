import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, mkdir } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { PassThrough, type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const nullIfMissing = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Null if the file is gone: a running system may delete it meanwhile. */
export const copyFile = async (from: string, to: string): Promise<Digest | null> => {
  const source = await nullIfMissing(open(from))
  return source && writeFile(to, source.createReadStream())
}

/** Paths relative to the folder. Empty if it does not exist. */
export const filesIn = async (folder: string): Promise<readonly string[]> => {
  const entries = await nullIfMissing(readdir(folder, { recursive: true, withFileTypes: true }))
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
}

export type Digest = { readonly size: number; readonly sha256: string }

const createDigest = () => {
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { meter, digest: (): Digest => ({ size, sha256: hash.digest('hex') }) }
}

/** Fsyncs the file, so that it survives a power cut. Only the owner may read it. */
export const writeFile = async (
  path: string,
  source: Readable,
  through: Transform = new PassThrough(),
): Promise<Digest> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const { meter, digest } = createDigest()
  await pipeline(source, through, meter, createWriteStream(path, { mode: 0o600, flush: true }))
  return digest()
}

export const digestOf = async (path: string): Promise<Digest> => {
  const { meter, digest } = createDigest()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(createReadStream(path), meter, nowhere)
  return digest()
}
