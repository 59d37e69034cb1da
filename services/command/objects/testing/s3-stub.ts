import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHash } from 'node:crypto'

type Stored = { body: Buffer; headers: Record<string, string>; at: Date }

/**
 * As much of S3 as the store asks for, by path-style addresses: PUT with a checked digest, GET with
 * ranges, HEAD, DELETE and ListObjectsV2 in pages of two. It checks that requests are signed, not how.
 */
export const s3Stub = async () => {
  const objects = new Map<string, Stored>()
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url!, 'http://x')
    const key = decodeURIComponent(url.pathname.slice(1)).split('/').slice(1).join('/')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const answer = (status: number, text: string | Buffer = '', headers = {}) =>
      response.writeHead(status, headers).end(text)

    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/'))
      return answer(403, '<Error><Code>AccessDenied</Code></Error>')
    if (key === '') {
      const prefix = url.searchParams.get('prefix') ?? ''
      const after = url.searchParams.get('continuation-token') ?? ''
      const keys = [...objects.keys()]
        .filter((one) => one.startsWith(prefix) && one > after)
        .toSorted()
      const page = keys.slice(0, 2)
      const contents = page.map(
        (one) =>
          `<Contents><Key>${one}</Key><LastModified>${objects.get(one)!.at.toISOString()}</LastModified></Contents>`,
      )
      const more = keys.length > 2
      return answer(
        200,
        `<ListBucketResult>${contents.join('')}<IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)!}</NextContinuationToken>` : ''}</ListBucketResult>`,
      )
    }
    if (request.method === 'PUT') {
      const digest = createHash('sha256').update(body).digest('hex')
      if (request.headers['content-length'] === undefined) return answer(411)
      if (request.headers['x-amz-content-sha256'] !== digest)
        return answer(400, '<Error><Code>XAmzContentSHA256Mismatch</Code></Error>')
      objects.set(key, {
        body,
        at: new Date(),
        headers: { 'x-amz-meta-info': String(request.headers['x-amz-meta-info']) },
      })
      return answer(200)
    }
    const found = objects.get(key)
    if (request.method === 'DELETE') {
      objects.delete(key)
      return answer(204)
    }
    if (!found) return answer(404)
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const part = range ? found.body.subarray(Number(range[1]), Number(range[2]) + 1) : found.body
    return answer(range ? 206 : 200, request.method === 'HEAD' ? '' : part, found.headers)
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
