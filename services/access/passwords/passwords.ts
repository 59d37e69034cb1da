import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { enqueue } from '#kernel/queues.ts'

// Minimum for argon2id in OWASP's Password Storage Cheat Sheet.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }

/** Hashing uses libuv's thread pool: more at once would block file access. */
const limit = pLimit(2)
/** A separate queue for known devices, which a flood of strangers cannot fill. */
const limitOfKnown = pLimit(1)
const longestQueue = 100

const derive = (password: string, nonce: Buffer, used: Readonly<typeof cost>, queue = limit) =>
  enqueue(queue, longestQueue, () => {
    const message = password.normalize('NFC')
    return promisify(argon2)('argon2id', { ...used, message, nonce, tagLength: 32 })
  })

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** PHC format: stored with its parameters, so that they can be raised later. */
const phcOf = (nonce: Buffer, hash: Buffer): string => {
  const { memory, passes, parallelism } = cost
  const parameters = `m=${memory},t=${passes},p=${parallelism}`
  return `$argon2id$v=19$${parameters}$${base64(nonce)}$${base64(hash)}`
}

export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  return phcOf(nonce, await derive(password, nonce, cost))
}

const parsed = (phc: string) => {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc)
  if (!match) throw new Error('Not a password hash of ours')
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number)
  return {
    cost: { memory: memory!, passes: passes!, parallelism: parallelism! },
    nonce: Buffer.from(match[4]!, 'base64'),
    hash: Buffer.from(match[5]!, 'base64'),
  }
}

const unmatchableHash = phcOf(randomBytes(16), randomBytes(32))

/** Also hashes if there is no account (null), so that the time does not reveal it. */
export const isPassword = async (
  password: string,
  phc: string | null,
  isKnownDevice = false,
): Promise<boolean> => {
  const { cost: used, nonce, hash } = parsed(phc ?? unmatchableHash)
  const queue = isKnownDevice ? limitOfKnown : limit
  const same = timingSafeEqual(await derive(password, nonce, used, queue), hash)
  return same && phc !== null
}

export const isOutdated = (phc: string): boolean => {
  const used = parsed(phc).cost
  return used.memory !== cost.memory || used.passes !== cost.passes
}
