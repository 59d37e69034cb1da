import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { fileTypes } from './types.ts'
import { isFileName, storedFile, type FileStore, type StoredFile } from './store.ts'

export type S3Options = {
  /** Of the service, such as https://s3.eu-north-1.amazonaws.com or http://minio:9000. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** In front of every object's key. */
  readonly prefix?: string
}

const infoHeader = 'x-amz-meta-info'
const encoded = (file: StoredFile) => Buffer.from(JSON.stringify(file)).toString('base64url')
const decoded = (text: string): StoredFile =>
  storedFile.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))

const unescaped = (xml: string) =>
  xml
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
const tag = (xml: string, name: string) => {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text === undefined ? undefined : unescaped(text)
}

/** Files as objects in an S3-compatible store, addressed by path: /{bucket}/{prefix}{name}. */
export const s3Store = ({
  endpoint,
  bucket,
  prefix = 'uploads/',
  ...keys
}: S3Options): FileStore => {
  const client = new AwsClient({ ...keys, service: 's3', retries: 3 })
  const base = `${endpoint.replace(/\/$/, '')}/${encodeURIComponent(bucket)}`

  const send = async (path: string, init: RequestInit = {}, missing = false): Promise<Response> => {
    const reply = await client.fetch(base + path, {
      ...init,
      signal: AbortSignal.timeout(60_000),
    } as Parameters<typeof client.fetch>[1])
    if (reply.ok || (missing && reply.status === 404)) return reply
    const body = await reply.text()
    throw new Error(`The file store answered ${reply.status}: ${body.slice(0, 300)}`)
  }
  const pathOf = (name: string) => {
    if (!isFileName(name)) throw new Error(`Not the name of a file: ${name}`)
    return `/${prefix}${name}`
  }

  return {
    keep: async (file, path) => {
      const { mime } = fileTypes[file.type]
      await send(pathOf(file.name), {
        method: 'PUT',
        body: await openAsBlob(path, { type: mime }),
        headers: {
          'content-type': mime,
          'x-amz-content-sha256': file.sha256,
          [infoHeader]: encoded(file),
        },
      })
      await rm(path, { force: true })
    },
    find: async (name) => {
      if (!isFileName(name)) return null
      const reply = await send(pathOf(name), { method: 'HEAD' }, true)
      const info = reply.headers.get(infoHeader)
      return reply.status === 404 || info === null ? null : decoded(info)
    },
    read: async (name, range) => {
      const headers = range && { range: `bytes=${range.first}-${range.last}` }
      const { body } = await send(pathOf(name), headers ? { headers } : {})
      return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
    },
    list: async function* () {
      for (let token: string | undefined, more = true; more;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix })
        if (token) query.set('continuation-token', token)
        const xml = await (await send(`?${query}`)).text()
        for (const [, entry] of xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
          const name = tag(entry!, 'Key')?.slice(prefix.length)
          const at = tag(entry!, 'LastModified')
          if (name && at && isFileName(name)) yield { name, storedAt: new Date(at) }
        }
        token = tag(xml, 'NextContinuationToken')
        more = tag(xml, 'IsTruncated') === 'true' && token !== undefined
      }
    },
    remove: async (name) => void (await send(pathOf(name), { method: 'DELETE' }, true)),
  }
}
