import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { test, type Test } from 'tap'
import { asUser } from '#kernel/testing/requests.ts'
import { openPool } from './kernel/pool.ts'
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

/** Asks for the list, and reads nothing of the answer. */
const unread = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined).pause()
  await once(socket, 'connect')
  socket.write(`GET ${list} HTTP/1.1\r\nHost: a\r\n${headers.join('')}\r\n`)
  return socket
}

test('readers who read nothing take a bounded memory, and others read on', async (t) => {
  const port = await served(t)
  const before = process.memoryUsage().arrayBuffers
  const sockets = await Promise.all(Array.from({ length: 120 }, () => unread(port)))
  t.teardown(() => sockets.forEach((socket) => socket.destroy()))

  let most = 0
  for (let look = 0; look < 60; look++) {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    await delay(50)
  }
  t.ok(most < 160 * MB, `at most ${Math.round(most / MB)} MB of answers that nobody reads`)

  let reply: Response
  do reply = await fetch(`http://127.0.0.1:${port}${list}`, { headers: asUser() })
  while (reply.status === 503)
  const { data } = (await reply.json()) as { data: unknown[] }
  t.equal(data.length, 3_000)
})
