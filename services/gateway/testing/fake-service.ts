import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Seen = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type FakeService = {
  readonly url: string
  readonly seen: readonly Seen[]
  readonly last: () => Seen
  answer: ((seen: Seen, reply: ServerResponse) => boolean) | undefined
  healthy: string | null
  answers: boolean
  /** Number of incomplete request bodies. */
  readonly uploads: () => number
  /** Accepts connections without answering, like a stopped process. */
  hangs: boolean
  readonly close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

export const startFakeService = async (paths: object = {}, port = 0): Promise<FakeService> => {
  const seen: Seen[] = []
  let coming = 0
  const json = (reply: ServerResponse, status: number, body: unknown) => {
    reply.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    reply.end(JSON.stringify(body))
  }

  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const { method = '', url = '', headers } = request
    if (service.hangs) return
    if (url === '/internal/health')
      return service.healthy === null
        ? json(reply, 200, { ok: true })
        : json(reply, 503, { ok: false, reason: service.healthy, answers: service.answers })
    if (url === '/internal/openapi.json') return json(reply, 200, { openapi: '3.1.0', paths })
    coming++
    const body = await bodyOf(request).finally(() => coming--)
    const one = { method, url, headers, body }
    seen.push(one)
    if (service.answer?.(one, reply)) return
    if (method !== 'GET') reply.setHeader('x-event-position', '1200')
    json(reply, method === 'POST' ? 201 : 200, { success: true, data: { method, url } })
  }

  const server = createServer((request, reply) => {
    answer(request, reply).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const service: FakeService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    last: () => seen.at(-1)!,
    answer: undefined,
    healthy: null,
    answers: true,
    uploads: () => coming,
    hangs: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return service
}
