import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { openUpstreams } from './proxy/upstream.ts'
import { startTestGateway, internalToken } from './testing/test-gateway.ts'
import { client } from './testing/client.ts'
import { isOpen, open } from './testing/socket.ts'

/** Status of the first answer; null if the connection closes or stays silent. */
const statusFrom = (socket: Socket): Promise<number | null> =>
  new Promise((resolve) => {
    let text = ''
    const end = (status: number | null) => {
      clearTimeout(timer)
      resolve(status)
    }
    const timer = setTimeout(() => end(null), 60_000)
    socket.on('data', (data) => {
      text += data.toString('latin1')
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]
      if (status !== undefined) end(Number(status))
    })
    socket.once('close', () => end(null))
  })

test('malformed requests are refused without a 500, and the server goes on', async (t) => {
  const gateway = await startTestGateway(t)
  const { host } = new URL(gateway.base)
  const someone = await gateway.signedIn('redaktør')
  const cookie = `session=${someone.jar.get('session')}`
  const bad = Buffer.from([0xc3, 0x28, 0xff, 0xfe]).toString('latin1')
  const requests: readonly (readonly [number, string])[] = [
    [400, `GET /api/%E0%A4%A HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`],
    [400, `GET /${bad} HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    [400, `GET /api/a?${bad} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`],
    [
      401,
      `GET /api/a HTTP/1.1\r\nHost: ${host}\r\nCookie: session=${bad}; position=${bad}\r\n\r\n`,
    ],
    [
      200,
      `GET /api/a HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nIdempotency-Key: ${bad}\r\n\r\n`,
    ],
    [400, `GET /api/a HTTP/1.1\r\n\r\n`],
    [403, `GET /api/a HTTP/1.1\r\nHost: a\r\nHost: ${host}\r\n\r\n`],
    [403, `GET http://evil.example/api/a HTTP/1.1\r\nHost: evil.example\r\n\r\n`],
    [400, `NOTHING /api/a HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    [431, `GET /api/a HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    [431, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    [
      400,
      `POST /api/a HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      415,
      `POST /api/a HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nContent-Type: application/json\tx\r\nContent-Length: 2\r\n\r\n{}`,
    ],
    [
      400,
      `POST /api/session HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n${bad.slice(0, 3)}`,
    ],
    [
      400,
      `POST /api/session HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"__proto__":{"a":1},"username":"a","password":"b"}`,
    ],
  ]
  for (const [expected, request] of requests) {
    const socket = await open(t, gateway)
    const status = statusFrom(socket)
    socket.write(request, 'latin1')
    t.equal(await status, expected, JSON.stringify(request.slice(0, 60)))
    socket.destroy()
  }
  const json = { 'content-type': 'application/json' }
  const deep = (depth: number) => `{"password":${'['.repeat(depth)}${']'.repeat(depth)}}`
  t.equal((await someone('POST', '/api/session', deep(7000), json)).status, 400)
  t.equal((await someone('POST', '/api/access/account/totp', deep(200_000), json)).status, 400)
  t.equal((await someone('GET', '/api/suppliers')).status, 200)
})

test('headers of identity from a client are not forwarded', async (t) => {
  const gateway = await startTestGateway(t)
  const { host } = new URL(gateway.base)
  const someone = await gateway.signedIn('leser')
  const socket = await open(t, gateway)
  const cookie = `session=${someone.jar.get('session')}`
  const status = statusFrom(socket)
  socket.write(
    `POST /api/a HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nX-User: abc\r\nX-User: def\r\n` +
      'X-Internal-Token: x\r\nConnection: keep-alive, x-user\r\nContent-Type: application/json\r\n' +
      'Content-Length: 2\r\n\r\n{}',
  )
  t.equal(await status, 201)
  const { headers } = gateway.command.last()
  const user = Buffer.from(String(headers['x-user']), 'base64url').toString()
  t.match(JSON.parse(user), { username: 'en-leser', role: 'leser' })
})

test('an upload that is refused early gets its refusal', async (t) => {
  const hasty = createServer((_request, reply) => reply.writeHead(413).end('for stor'))
  await once(hasty.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => hasty.close().closeAllConnections())
  const url = `http://127.0.0.1:${(hasty.address() as AddressInfo).port}`
  const upstreams = openUpstreams({ command: url, projector: url }, internalToken)
  const gateway = await startTestGateway(t, { upstreams })
  const { host } = new URL(gateway.base)
  const someone = await gateway.signedIn('redaktør')
  const cookie = `session=${someone.jar.get('session')}`
  for (const type of ['application/pdf', 'multipart/form-data; boundary=x', 'text/plain']) {
    const socket = await open(t, gateway)
    let reply = ''
    socket.on('data', (data) => (reply += String(data)))
    const size = 20 * 1024 * 1024
    socket.write(
      `PUT /objects/uploads/x HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n` +
        `Content-Type: ${type}\r\nContent-Length: ${size}\r\n\r\n`,
    )
    // Resolves when the last chunk is written.
    await new Promise((resolve) => socket.write(Buffer.alloc(size), resolve))
    while (!reply.includes('for stor')) await once(socket, 'data')
    t.match(reply, /^HTTP\/1.1 413 /, type)
    socket.destroy()
  }
})

test('slow and silent clients are disconnected without effect on others', async (t) => {
  const timeouts = { headers: 4000, silence: 5000, reading: 60_000 }
  const gateway = await startTestGateway(t, { timeouts })
  const { host } = new URL(gateway.base)
  const someone = await gateway.signedIn('redaktør')
  const cookie = `session=${someone.jar.get('session')}`

  const idle = await Promise.all(Array.from({ length: 300 }, () => open(t, gateway)))
  const slow = await open(t, gateway)
  slow.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n`)
  const drip = setInterval(() => slow.write('X: y\r\n'), 200)
  t.teardown(() => clearInterval(drip))
  const halfSent = await open(t, gateway)
  halfSent.write(
    `POST /api/csv-import/suppliers HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b\r\n',
  )
  const halfJson = await open(t, gateway)
  halfJson.write(
    `POST /api/suppliers HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":',
  )
  const times: number[] = []
  for (let n = 0; n < 20; n++) {
    const began = performance.now()
    t.equal((await someone('GET', '/api/suppliers')).status, 200)
    times.push(performance.now() - began)
  }
  t.ok(Math.max(...times) < 10_000, `others waited ${Math.round(Math.max(...times))} ms at most`)
  const all = [slow, halfSent, halfJson, ...idle]
  for (const end = Date.now() + 60_000; all.some(isOpen) && Date.now() < end;) await sleep(100)
  t.notOk(isOpen(slow), 'headers sent slowly')
  t.notOk(isOpen(halfSent), 'an incomplete upload')
  t.notOk(isOpen(halfJson), 'an incomplete body')
  t.equal(idle.filter(isOpen).length, 0, 'connections without a request')
})

test('a flood of logins does not slow down signed-in users', async (t) => {
  const gateway = await startTestGateway(t, { trustProxy: ['127.0.0.1'] })
  const someone = await gateway.signedIn('redaktør')
  await gateway.addAccount('kari', 'leser')
  const from = (n: number) => ({ 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` })
  let [answered, stormed] = [0, 0]
  const storm = Array.from({ length: 250 }, async (_, n) => {
    const body = { username: 'kari', password: `gjetning ${n}` }
    const { status } = await client(gateway.base)('POST', '/api/session', body, from(n))
    answered++
    if (status === 401) stormed++
    return status
  })
  for (let n = 0; n < 10; n++) t.equal((await someone('GET', '/api/suppliers')).status, 200)
  t.ok(answered < storm.length, 'signed-in users are answered before the flood is over')
  const statuses = new Set(await Promise.all(storm))
  t.same(
    [...statuses].filter((status) => status !== 401 && status !== 429),
    [],
  )
  // A hundred, and those that were already in the queue.
  t.ok(
    stormed >= 1 && stormed <= 210,
    `${stormed} guesses at one account were tried, from 250 addresses`,
  )
})
