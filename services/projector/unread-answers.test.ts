import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { test, type Test } from 'tap'
import { asUser } from '#kernel/testing/requests.ts'
import { openPool } from './kernel/pool.ts'
import { assembly, partLinked } from './testing/events.ts'
import { querySide } from './testing/query-side.ts'

const MB = 1024 * 1024
const list = '/api/componenttypes?sort=description'

const served = async (t: Test) => {
  const { app, url } = await querySide(t)
  const pool = await openPool(url, { size: 1 })
  await pool.query(sql.unsafe`
    insert into componenttypes (id, created_at, updated_at, version, description, answer)
    select n, now(), now(), 0, n, json_build_object('id', n, 'notes', repeat('x', 4000))
    from generate_series(1, 3000) n`)
  await pool.end()
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

const headers = Object.entries(asUser()).map(([name, value]) => `${name}: ${value}\r\n`)

/** Asks, and reads nothing of the answer. */
const unread = async (port: number, path: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined).pause()
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${headers.join('')}\r\n`)
  return socket
}

/** So many ask and do not read: what that takes in MB, and what somebody is answered who does read. */
const besideUnread = async (t: Test, port: number, path: string) => {
  const before = process.memoryUsage().arrayBuffers
  const sockets = await Promise.all(Array.from({ length: 120 }, () => unread(port, path)))
  t.teardown(() => sockets.forEach((socket) => socket.destroy()))
  let most = 0
  for (let look = 0; look < 60; look++) {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    await delay(50)
  }
  let reply: Response
  do reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: asUser() })
  while (reply.status === 503)
  return { most: Math.round(most / MB), body: (await reply.json()) as Record<string, unknown[]> }
}

test('readers who read nothing take a bounded memory, and others read on', async (t) => {
  const { most, body } = await besideUnread(t, await served(t), list)
  t.ok(most < 160, `at most ${most} MB of answers that nobody reads`)
  t.equal(body['data']!.length, 3_000)
})

test('the same of a large stykkliste', async (t) => {
  const { app, given } = await querySide(t)
  const notes = 'x'.repeat(5_000)
  const parts = Array.from({ length: 1_000 }, (_, n) =>
    partLinked(1, 'component', n + 1, { notes }),
  )
  await given(assembly(1, 'Stor'), ...parts)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const { most, body } = await besideUnread(t, port, '/api/assemblytypes/1/bom')
  // What is cut off is freed a little later. All of it would be 600 MB.
  t.ok(most < 300, `at most ${most} MB of answers that nobody reads`)
  t.equal(body['items']!.length, 1_000)
})
