import { test } from 'tap'
import { startTestGateway } from './testing/test-gateway.ts'
import { isOpen, open } from './testing/socket.ts'

test('three hundred silent uploads block neither commands, health nor other uploads', async (t) => {
  const timeouts = { headers: 20_000, silence: 20_000, reading: 60_000 }
  const gateway = await startTestGateway(t, { timeouts })
  const { host } = new URL(gateway.base)
  const someone = await gateway.signedIn('redaktør')
  const other = await gateway.signedIn('administrator')
  const cookie = `session=${someone.jar.get('session')}`
  const upload =
    `POST /api/csv-import/suppliers HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n` +
    'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b'
  const silent = await Promise.all(Array.from({ length: 300 }, () => open(t, gateway)))
  for (const socket of silent) socket.write(upload)
  const form = () => {
    const made = new FormData()
    made.set('file', new Blob(['Navn\n'.repeat(50_000)]), 'a.csv')
    return made
  }
  for (let n = 0; n < 20; n++) {
    t.equal((await someone('PUT', '/api/suppliers/1', { name: 'x' })).status, 200)
    t.equal((await someone('GET', '/api/health')).status, 200)
  }
  t.equal((await other('POST', '/api/csv-import/suppliers', form())).status, 201)
  t.equal(silent.filter(isOpen).length, 300, 'all of them are still there')
  t.equal(gateway.command.uploads(), 6, 'six are forwarded')
  const waiting = someone('POST', '/api/csv-import/suppliers', form())
  for (const socket of silent) socket.destroy()
  t.equal((await waiting).status, 201, 'one in the queue continues')
})

test('a client that does not read is disconnected, and the service is released', async (t) => {
  const timeouts = { headers: 20_000, silence: 20_000, reading: 500 }
  const gateway = await startTestGateway(t, { timeouts })
  const { host } = new URL(gateway.base)
  const someone = await gateway.signedIn('leser')
  const cutOff = Promise.withResolvers<void>()
  gateway.projector.answer = (_seen, reply) => {
    reply.once('close', cutOff.resolve)
    reply.writeHead(200)
    const more = (): void => {
      while (reply.write(Buffer.alloc(65_536)));
      reply.once('drain', more)
    }
    more()
    return true
  }
  const socket = (await open(t, gateway)).pause()
  const cookie = `session=${someone.jar.get('session')}`
  socket.write(`GET /api/suppliers HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`)
  await cutOff.promise
  t.pass('the answer was ended')
})
