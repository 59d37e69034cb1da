import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { enqueue } from '#kernel/queues.ts'

// The least that OWASP's Password Storage Cheat Sheet advises for argon2id.
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number }

/** More than three at once would hold up the file system, which shares their threads, for everybody. */
const limit = pLimit(2)
/** Of devices that were let in before: a storm of strangers does not fill their queue. */
const limitOfKnown = pLimit(1)
const longestQueue = 100

const derive = (
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: Cost,
  queue = limit,
) => {
  const parameters: Argon2Parameters = {
    message: password.normalize('NFC'),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: 32,
  }
  return enqueue(queue, longestQueue, () => promisify(argon2)('argon2id', parameters))
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** A PHC string: the parameters travel with the hash, so that they can be raised later. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const hash = await derive(password, nonce, cost)
  const { memory, passes, parallelism } = cost
  const parameters = `m=${memory},t=${passes},p=${parallelism}`
  return `$argon2id$v=19$${parameters}$${base64(nonce)}$${base64(hash)}`
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

const nobody = `$argon2id$v=19$m=19456,t=2,p=1$${base64(randomBytes(16))}$${base64(randomBytes(32))}`

/** Takes as long for an account that does not exist (null) as for one that does. */
export const isPassword = async (
  password: string,
  phc: string | null,
  isKnownDevice = false,
): Promise<boolean> => {
  const { cost: used, nonce, hash } = parsed(phc ?? nobody)
  const queue = isKnownDevice ? limitOfKnown : limit
  const same = timingSafeEqual(await derive(password, nonce, used, queue), hash)
  return same && phc !== null
}

export const isOutdated = (phc: string): boolean => {
  const used = parsed(phc).cost
  return used.memory !== cost.memory || used.passes !== cost.passes
}
