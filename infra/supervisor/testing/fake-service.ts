import { appendFileSync, existsSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { join } from 'node:path'

/** Stands in for every service in the supervisor's tests. */
const { DATA_DIR = '', HOST, PORT, EVENTSTORE_URL, INTERNAL_TOKEN } = process.env
const { COMMAND_URL, PROJECTOR_URL } = process.env
const name = COMMAND_URL ? 'gateway' : EVENTSTORE_URL ? 'service' : 'eventstore'
const note = (text: string) => appendFileSync(join(DATA_DIR, 'notes'), `${text}\n`)

if (existsSync(join(DATA_DIR, 'broken'))) throw new Error('broken on purpose')
note(`start ${name} ${process.pid} ${INTERNAL_TOKEN ? 'with token' : 'without token'}`)

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

const health = async (reply: ServerResponse): Promise<void> => {
  const behind = [COMMAND_URL, PROJECTOR_URL].filter((url) => url !== undefined)
  const ok = (await Promise.all(behind.map(answers))).every(Boolean)
  reply.statusCode = ok ? 200 : 503
  reply.end(JSON.stringify({ ok }))
}

const web = createServer((request, reply) => {
  if (request.url === '/loud') {
    for (let line = 0; line < 300; line++) console.log('x'.repeat(1_000))
    return void reply.end('said')
  }
  if (request.url === '/slow') {
    reply.flushHeaders()
    return void setTimeout(() => reply.end('slow but whole'), 500)
  }
  void health(reply)
})
// The store's liveness check is an HTTP/2 ping.
const server = name === 'eventstore' ? createHttp2Server() : web
process.once('SIGTERM', () => server.close(() => note(`stop ${name}`)))
server.listen(Number(PORT), HOST)
