import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { parseStoredFile } from './damage.ts'
import {
  createSend,
  FileStoreUnavailable,
  parseListing,
  type S3Environment,
  type Send,
} from './s3-client.ts'
import { isFileName, type ByteRange, type FileStore, type StoredFile } from './store.ts'
import { mimeOf } from './types.ts'

/*
 * What is known of a file goes with its object as metadata. Values are ASCII, and short: Swift takes
 * 256 characters in one, and S3 2 kB in all.
 */
const header = (index: number) => `x-amz-meta-info-${index}`
const longest = 200

const infoHeaders = (file: StoredFile): Record<string, string> => {
  const chunks = Buffer.from(JSON.stringify(file))
    .toString('base64url')
    .match(new RegExp(`.{1,${longest}}`, 'g'))!
  return Object.fromEntries(chunks.map((chunk, index) => [header(index), chunk]))
}

/** Null for an object that someone else stored. */
const infoIn = (name: string, headers: Headers): StoredFile | null => {
  const chunks: string[] = []
  for (let chunk; (chunk = headers.get(header(chunks.length))) !== null;) chunks.push(chunk)
  if (chunks.length === 0) return null
  return parseStoredFile(name, Buffer.from(chunks.join(''), 'base64url').toString())
}

const escaped = (key: string) => key.split('/').map(encodeURIComponent).join('/')

/** Files as objects in an S3-compatible store, addressed by path: /{bucket}/{prefix}{name}. */
export class S3Store implements FileStore {
  readonly #send: Send
  readonly #bucket: string
  readonly #prefix: string
  readonly #pageSize: number

  constructor(env: S3Environment, { pageSize = 1_000, timeout = 60_000 } = {}) {
    if (!env.S3_BUCKET) throw new Error('S3_ENDPOINT needs S3_BUCKET')
    this.#bucket = encodeURIComponent(env.S3_BUCKET)
    this.#prefix = env.S3_PREFIX
    this.#send = createSend(env, this.#bucket, timeout)
    this.#pageSize = pageSize
  }

  async keep(file: StoredFile, path: string) {
    const mime = mimeOf(file.type)
    await this.#send(this.#pathOf(file.name), {
      method: 'PUT',
      body: await openAsBlob(path, { type: mime }),
      headers: {
        'content-type': mime,
        'x-amz-content-sha256': file.sha256,
        ...infoHeaders(file),
      },
    })
    await rm(path, { force: true })
  }

  async find(name: string) {
    if (!isFileName(name)) return null
    const { status, headers } = await this.#send(this.#pathOf(name), { method: 'HEAD' }, true)
    const file = status === 404 ? null : infoIn(name, headers)
    const version = `${headers.get('etag')} ${headers.get('last-modified')}`
    return file && { file, size: Number(headers.get('content-length')), version }
  }

  async read(name: string, range?: ByteRange) {
    const headers = range && { range: `bytes=${range.first}-${range.last}` }
    const { body } = await this.#send(this.#pathOf(name), headers ? { headers } : {})
    return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
  }

  list() {
    return this.#filesUnder(this.#prefix)
  }

  async discard(name: string) {
    const headers = { 'x-amz-copy-source': `/${this.#bucket}${this.#pathOf(name)}` }
    const copy = await this.#send(this.#pathInBin(name), { method: 'PUT', headers }, true)
    if (copy.status === 404) return
    // A failed copy may be reported in the body of a 200.
    const answer = await copy.text()
    if (answer.includes('<Error>'))
      throw new FileStoreUnavailable(`No copy: ${answer.slice(0, 300)}`)
    await this.#remove(this.#pathOf(name))
  }

  async emptyBin(before: Date) {
    let removed = 0
    for await (const { name, storedAt } of this.#filesUnder(this.#binPrefix)) {
      if (storedAt >= before) continue
      await this.#remove(this.#pathInBin(name))
      removed++
    }
    return removed
  }

  get #binPrefix() {
    return `${this.#prefix}bin/`
  }

  #pathInBin(name: string): string {
    return this.#pathOf(name, this.#binPrefix)
  }

  #pathOf(name: string, under = this.#prefix): string {
    if (!isFileName(name)) throw new Error(`Not the name of a file: ${name}`)
    return `/${escaped(under)}${name}`
  }

  #remove(path: string) {
    return this.#send(path, { method: 'DELETE' }, true)
  }

  async *#filesUnder(prefix: string) {
    let after: string | undefined
    do {
      const max = `${this.#pageSize}`
      const query = new URLSearchParams({ 'list-type': '2', 'max-keys': max, prefix })
      if (after) query.set('continuation-token', after)
      const { objects, next } = parseListing(await (await this.#send(`?${query}`)).text())
      for (const { Key: key, LastModified: storedAt } of objects) {
        const name = key.slice(prefix.length)
        if (isFileName(name)) yield { name, storedAt }
      }
      after = next
    } while (after)
  }
}
