import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough, type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Digest = { readonly size: number; readonly sha256: string }

/** Counts and digests what passes through it. */
const newMeter = () => {
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

/** Writes a file that outlives a power cut and only its owner may read. */
export const writeFile = async (
  path: string,
  source: Readable,
  through: Transform = new PassThrough(),
): Promise<Digest> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const { meter, digest } = newMeter()
  await pipeline(source, through, meter, createWriteStream(path, { mode: 0o600, flush: true }))
  return digest()
}

export const digestOf = async (path: string): Promise<Digest> => {
  const { meter, digest } = newMeter()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(createReadStream(path), meter, nowhere)
  return digest()
}
