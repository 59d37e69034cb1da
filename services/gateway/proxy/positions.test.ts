import { test } from 'tap'
import { startTestGateway } from '../testing/test-gateway.ts'

test('a query waits for the position of the last command, from header or cookie', async (t) => {
  const gateway = await startTestGateway(t)
  const { command, projector } = gateway
  const someone = await gateway.signedIn('redaktør')
  const reply = await someone('POST', '/api/suppliers', { name: 'x' })
  t.equal(reply.headers.get('x-event-position'), '1200')
  t.match(reply.headers.getSetCookie(), ['position=1200; Path=/; HttpOnly; SameSite=Strict'])
  await someone('GET', '/api/suppliers')
  t.equal(projector.last().headers['x-event-position'], '1200')
  await someone('GET', '/api/suppliers', undefined, { 'x-event-position': '7' })
  t.equal(
    projector.last().headers['x-event-position'],
    '7',
    'the header takes precedence over the cookie',
  )

  command.answer = (_seen, answer) => {
    answer.writeHead(201, { 'x-event-position': '900' }).end('{}')
    return true
  }
  await someone('POST', '/api/suppliers', { name: 'y' })
  t.equal(someone.jar.get('position'), '1200', 'a late answer does not move it back')
  for (const position of ['tull', '-1']) {
    someone.jar.set('position', position)
    await someone('GET', '/api/suppliers')
    t.equal(projector.last().headers['x-event-position'], undefined, `no waiting for ${position}`)
  }
})

test('a position cookie of another log is replaced', async (t) => {
  const gateway = await startTestGateway(t)
  const { projector } = gateway
  const someone = await gateway.signedIn('redaktør')
  projector.answer = ({ headers }, answer) => {
    const stale = headers['x-event-position'] === '99000' ? 'unknown' : 'false'
    answer.writeHead(200, { 'x-event-position': '800', 'x-stale': stale }).end('{}')
    return true
  }
  const withHeader = await someone('GET', '/api/suppliers', undefined, {
    'x-event-position': '99000',
  })
  t.equal(withHeader.headers.get('x-stale'), 'unknown', 'a client with the header is told')
  someone.jar.set('position', '99000')
  t.equal((await someone('GET', '/api/suppliers')).headers.get('x-stale'), 'false')
  t.equal(someone.jar.get('position'), '800')
  someone.jar.set('position', '99000')
  await someone('POST', '/api/suppliers', { name: 'x' })
  t.equal(someone.jar.get('position'), '1200')
})

test('after the state of a finished import, queries wait for its position', async (t) => {
  const gateway = await startTestGateway(t)
  const { command, projector } = gateway
  const someone = await gateway.signedIn('redaktør')
  command.answer = (_seen, answer) => {
    answer.writeHead(200, { 'x-event-position': '1500' }).end('{}')
    return true
  }
  await someone('GET', '/api/csv-import/jobs/1')
  await someone('GET', '/api/suppliers')
  t.equal(projector.last().headers['x-event-position'], '1500')
})
