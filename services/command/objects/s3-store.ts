import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { parseStoredFile } from './damage.ts'
import { isFileName, type FileStore, type StoredFile } from './store.ts'
import { mimeOf } from './types.ts'

export const s3Environment = {
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().default(''),
  S3_SECRET_ACCESS_KEY: z.string().default(''),
  S3_PREFIX: z.string().default('uploads/'),
}
const whole = z.object(s3Environment)
export type S3Environment = Readonly<z.output<typeof whole>>

/** It does not answer, or not with what was asked: people are told to try again, the log is told why. */
class FileStoreUnavailable extends Error {
  override readonly name = 'FileStoreUnavailable'
  readonly statusCode = 503
}

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

/** null for an object that somebody else put there. */
const infoIn = (name: string, headers: Headers): StoredFile | null => {
  const chunks: string[] = []
  for (let chunk; (chunk = headers.get(header(chunks.length))) !== null;) chunks.push(chunk)
  if (chunks.length === 0) return null
  return parseStoredFile(name, Buffer.from(chunks.join(''), 'base64url').toString())
}

const xml = new XMLParser({
  isArray: (name) => name === 'Contents',
  parseTagValue: false,
  htmlEntities: true,
})

const listing = z.object({
  Contents: z.array(z.object({ Key: z.string(), LastModified: z.coerce.date() })).default([]),
  IsTruncated: z.string().optional(),
  NextContinuationToken: z.string().optional(),
})

/** One page of ListObjectsV2; an empty one is an empty text. `next` is what the following page is asked for with. */
export const parseListing = (text: string) => {
  const answer = z.object({ ListBucketResult: z.unknown() }).parse(xml.parse(text))
  const page = listing.parse(answer.ListBucketResult || {})
  const next = page.IsTruncated === 'true' ? page.NextContinuationToken : undefined
  return { objects: page.Contents, next }
}

const escaped = (key: string) => key.split('/').map(encodeURIComponent).join('/')

/** `patience`: how long an answer may be in coming, in milliseconds. Reading it may take longer. */
const sender = (env: S3Environment, bucket: string, patience: number) => {
  const endpoint = env.S3_ENDPOINT!.replace(/\/$/, '')
  const client = new AwsClient({
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    region: env.S3_REGION,
    service: 's3',
    retries: 3,
  })

  return async (path: string, init: RequestInit = {}, missing = false): Promise<Response> => {
    // Of the wait only: a timeout on the whole would cut off whoever downloads slowly.
    const wait = new AbortController()
    const timer = setTimeout(() => wait.abort(), patience)
    try {
      const request = { ...init, signal: wait.signal }
      const reply = await client.fetch(
        `${endpoint}/${bucket}${path}`,
        request as Parameters<typeof client.fetch>[1],
      )
      if (reply.ok || (missing && reply.status === 404)) return reply
      const body = await reply.text()
      throw new FileStoreUnavailable(`It answered ${reply.status}: ${body.slice(0, 300)}`)
    } catch (cause) {
      if (cause instanceof FileStoreUnavailable) throw cause
      throw new FileStoreUnavailable(`It does not answer: ${endpoint}`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** All there are, a page after the other. */
async function* filesUnder(send: ReturnType<typeof sender>, prefix: string, pageSize: number) {
  let after: string | undefined
  do {
    const query = new URLSearchParams({ 'list-type': '2', 'max-keys': `${pageSize}`, prefix })
    if (after) query.set('continuation-token', after)
    const { objects, next } = parseListing(await (await send(`?${query}`)).text())
    for (const { Key: key, LastModified: storedAt } of objects) {
      const name = key.slice(prefix.length)
      if (isFileName(name)) yield { name, storedAt }
    }
    after = next
  } while (after)
}

/** Files as objects in an S3-compatible store, addressed by path: /{bucket}/{prefix}{name}. */
export const createS3Store = (
  env: S3Environment,
  { pageSize = 1_000, patience = 60_000 } = {},
): FileStore => {
  if (!env.S3_BUCKET) throw new Error('S3_ENDPOINT needs S3_BUCKET')
  const bucket = encodeURIComponent(env.S3_BUCKET)
  const prefix = env.S3_PREFIX
  const binPrefix = `${prefix}bin/`
  const send = sender(env, bucket, patience)
  const pathOf = (name: string, under = prefix) => {
    if (!isFileName(name)) throw new Error(`Not the name of a file: ${name}`)
    return `/${escaped(under)}${name}`
  }
  const listed = (under: string) => filesUnder(send, under, pageSize)
  const remove = (path: string) => send(path, { method: 'DELETE' }, true)

  return {
    keep: async (file, path) => {
      const mime = mimeOf(file.type)
      await send(pathOf(file.name), {
        method: 'PUT',
        body: await openAsBlob(path, { type: mime }),
        headers: {
          'content-type': mime,
          'x-amz-content-sha256': file.sha256,
          ...infoHeaders(file),
        },
      })
      await rm(path, { force: true })
    },
    find: async (name) => {
      if (!isFileName(name)) return null
      const reply = await send(pathOf(name), { method: 'HEAD' }, true)
      const file = reply.status === 404 ? null : infoIn(name, reply.headers)
      return (
        file && {
          file,
          size: Number(reply.headers.get('content-length')),
          version: `${reply.headers.get('etag')} ${reply.headers.get('last-modified')}`,
        }
      )
    },
    read: async (name, range) => {
      const headers = range && { range: `bytes=${range.first}-${range.last}` }
      const { body } = await send(pathOf(name), headers ? { headers } : {})
      return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
    },
    list: () => listed(prefix),
    discard: async (name) => {
      const headers = { 'x-amz-copy-source': `/${bucket}${pathOf(name)}` }
      const copy = await send(pathOf(name, binPrefix), { method: 'PUT', headers }, true)
      if (copy.status === 404) return
      // A copy that fails on the way is told of in the body of a 200.
      const said = await copy.text()
      if (said.includes('<Error>')) throw new FileStoreUnavailable(`No copy: ${said.slice(0, 300)}`)
      await remove(pathOf(name))
    },
    emptyBin: async (before) => {
      let removed = 0
      for await (const { name, storedAt } of listed(binPrefix)) {
        if (storedAt >= before) continue
        await remove(pathOf(name, binPrefix))
        removed++
      }
      return removed
    },
  }
}
