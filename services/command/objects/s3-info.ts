import { factsIn } from './facts.ts'
import type { StoredFile } from './store.ts'

/*
 * What is known of a file goes with its object as metadata. Values are ASCII, and short: Swift takes
 * 256 characters in one, and S3 2 kB in all.
 */
const header = (index: number) => `x-amz-meta-info-${index}`
const longest = 200

export const infoHeaders = (file: StoredFile): Record<string, string> => {
  const pieces = Buffer.from(JSON.stringify(file))
    .toString('base64url')
    .match(new RegExp(`.{1,${longest}}`, 'g'))!
  return Object.fromEntries(pieces.map((piece, index) => [header(index), piece]))
}

/** null for an object that somebody else put there. */
export const infoIn = (name: string, headers: Headers): StoredFile | null => {
  const pieces: string[] = []
  for (let piece; (piece = headers.get(header(pieces.length))) !== null;) pieces.push(piece)
  if (pieces.length === 0) return null
  return factsIn(name, Buffer.from(pieces.join(''), 'base64url').toString())
}
