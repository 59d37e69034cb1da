import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

export type Digest = { readonly size: number; readonly sha256: string }

/** Digests the bytes that pass. Fails with what `refusal` gives for their number. */
export const createDigest = (refusal: (size: number) => Error | null = () => null) => {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      hash.update(chunk)
      done(refusal(size), chunk)
    },
  })
  return { through, digest: (): Digest => ({ size, sha256: hash.digest('hex') }) }
}
