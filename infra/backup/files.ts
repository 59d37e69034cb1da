import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, mkdir } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { PassThrough, type Readable, type Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createDigest, type Digest } from '#kernel/digest.ts'
import { ifThere } from '#kernel/replace-file.ts'

/** Null if the file is gone: a running system may delete it meanwhile. */
export const copyFile = async (from: string, to: string): Promise<Digest | null> => {
  const source = await ifThere(open(from))
  return source ? writeFile(to, source.createReadStream()) : null
}

/** Paths relative to the folder. Empty if it does not exist. */
export const filesIn = async (folder: string): Promise<readonly string[]> => {
  const entries = await ifThere(readdir(folder, { recursive: true, withFileTypes: true }))
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
}

/** Fsyncs the file, so that it survives a power cut. Only the owner may read it. */
export const writeFile = async (
  path: string,
  source: Readable,
  through: Transform = new PassThrough(),
): Promise<Digest> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const { through: meter, digest } = createDigest()
  await pipeline(source, through, meter, createWriteStream(path, { mode: 0o600, flush: true }))
  return digest()
}

export const digestOf = async (path: string): Promise<Digest> => {
  const { through: meter, digest } = createDigest()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(createReadStream(path), meter, nowhere)
  return digest()
}
