import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { S3Environment } from '../s3-client.ts'
import { localServer } from './local-server.ts'

type Stored = { body: Buffer; info: Record<string, string>; at: Date }
type Answer = (status: number, body?: string | Buffer, headers?: Record<string, string>) => void

const fault = (code: string) => `<Error><Code>${code}</Code></Error>`
const tagged = (name: string, text: string) =>
  `<${name}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;')}</${name}>`

const listing = (objects: Map<string, Stored>, query: URLSearchParams) => {
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .toSorted()
  const page = keys.slice(0, Number(query.get('max-keys')))
  const contents = page.map(
    (key) =>
      `<Contents>${tagged('Key', key)}${tagged('LastModified', objects.get(key)!.at.toISOString())}</Contents>`,
  )
  const isCut = page.length < keys.length
  const next = isCut ? tagged('NextContinuationToken', page.at(-1)!) : ''
  return `<ListBucketResult>${contents.join('')}<IsTruncated>${isCut}</IsTruncated>${next}</ListBucketResult>`
}

const infoIn = (request: IncomingMessage) =>
  Object.fromEntries(
    Object.entries(request.headersDistinct)
      .filter(([name]) => name.startsWith('x-amz-meta-'))
      .map(([name, values]) => [name, values![0]!]),
  )

type Bucket = {
  readonly objects: Map<string, Stored>
  /** As a bucket with a default retention, it refuses objects that come without their MD5 digest. */
  readonly hasObjectLock: boolean
}

const put = (
  { objects, hasObjectLock }: Bucket,
  key: string,
  request: IncomingMessage,
  body: Buffer,
) => {
  const md5 = createHash('md5').update(body).digest('base64')
  if (hasObjectLock && request.headers['content-md5'] !== md5) return 'InvalidRequest'
  const digest = createHash('sha256').update(body).digest('hex')
  const info = infoIn(request)
  if (request.headers['content-length'] === undefined) return 'MissingContentLength'
  if (request.headers['x-amz-content-sha256'] !== digest) return 'XAmzContentSHA256Mismatch'
  // The lowest limits of known servers: Swift's per value and S3's in total.
  if (Object.values(info).some((value) => value.length > 256)) return 'MetadataTooLarge'
  if (Object.entries(info).flat().join('').length > 2_048) return 'MetadataTooLarge'
  objects.set(key, { body, info, at: new Date() })
  return null
}

/**
 * As much of S3 as the store asks for, by path-style addresses: PUT with a checked digest, GET with
 * ranges, HEAD, DELETE and ListObjectsV2 in pages. It checks that requests are signed, not how.
 */
export const s3Stub = async ({ hasObjectLock = false } = {}) => {
  const objects = new Map<string, Stored>()
  const handle = async (request: IncomingMessage, answer: Answer) => {
    const url = new URL(request.url!, 'http://x')
    const [bucket, ...rest] = decodeURIComponent(url.pathname.slice(1)).split('/')
    const key = rest.join('/')
    const body = await buffer(request)
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/'))
      return answer(403, fault('InvalidAccessKeyId'))
    if (bucket !== 'filer') return answer(404, fault('NoSuchBucket'))
    if (key === '') return answer(200, listing(objects, url.searchParams))
    const source = request.headers['x-amz-copy-source']
    if (request.method === 'PUT' && typeof source === 'string') {
      const copied = objects.get(decodeURIComponent(source).slice('/filer/'.length))
      if (!copied) return answer(404, fault('NoSuchKey'))
      objects.set(key, { ...copied, at: new Date() })
      return answer(200, '<CopyObjectResult/>')
    }
    if (request.method === 'PUT') {
      const wrong = put({ objects, hasObjectLock }, key, request, body)
      return wrong ? answer(400, fault(wrong)) : answer(200)
    }
    const found = objects.get(key)
    if (request.method === 'DELETE') {
      objects.delete(key)
      return answer(204)
    }
    if (!found) return answer(404, fault('NoSuchKey'))
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const part = range ? found.body.subarray(Number(range[1]), Number(range[2]) + 1) : found.body
    const etag = createHash('md5').update(found.body).digest('hex')
    const headers = { ...found.info, etag, 'last-modified': found.at.toUTCString() }
    if (request.method === 'HEAD')
      return answer(200, '', { ...headers, 'content-length': `${found.body.length}` })
    answer(range ? 206 : 200, part, headers)
  }
  const respond = (request: IncomingMessage, response: ServerResponse) =>
    handle(request, (status, body = '', headers = {}) =>
      response.writeHead(status, headers).end(body),
    )
  const { endpoint, close } = await localServer((request, response) => {
    void respond(request, response)
  })
  const options: S3Environment = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'filer',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_PREFIX: 'uploads/',
  }
  return { options, objects, close }
}

const { env } = process

/** A real server from the environment, with an existing bucket. */
export const s3Given: S3Environment | undefined =
  env['S3_TEST_URL'] === undefined
    ? undefined
    : {
        S3_ENDPOINT: env['S3_TEST_URL'],
        S3_BUCKET: env['S3_TEST_BUCKET'] ?? 'stykkliste-test',
        S3_REGION: env['S3_TEST_REGION'] ?? 'us-east-1',
        S3_ACCESS_KEY_ID: env['S3_TEST_ACCESS_KEY_ID'] ?? '',
        S3_SECRET_ACCESS_KEY: env['S3_TEST_SECRET_ACCESS_KEY'] ?? '',
        S3_PREFIX: 'uploads/',
      }
