import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'tap'
import { sql } from 'slonik'
import { z } from 'zod'
import { startTestGateway, type TestGateway } from '#gateway/testing/test-gateway.ts'
import { client } from '#gateway/testing/client.ts'
import { open } from '#gateway/testing/socket.ts'
import { logged, logIn, minutes, move, type LogEntry } from '#gateway/testing/accounts.ts'
import { createSecurityLog } from './security-log.ts'

const foreign = { 'sec-fetch-site': 'cross-site' }
const visitor = { address: '10.0.0.1', browser: 'Firefox på Linux' }
const who = { id: null, username: '' }
type Named = { readonly id: string; readonly username: string }

const refusalsIn = async ({ access }: TestGateway, event: string) =>
  (await access.log.read({ limit: 1000, event })).data

test('refusals of one caller are one row a minute, with a count', async (t) => {
  const gateway = await startTestGateway(t, { rate: { perSecond: 0.001, burst: 120 } })
  const stranger = client(gateway.base)
  const statuses: number[] = []
  for (let n = 0; n < 200; n++) {
    const path = `/api/${randomBytes(3000).toString('base64url')}`
    statuses.push((await stranger('GET', path, undefined, foreign)).status)
  }
  const refused = statuses.filter((status) => status === 403).length
  t.ok(statuses.includes(429), 'the rate limit comes before the log')
  const rows = await refusalsIn(gateway, 'authz_origin')
  t.ok(rows.length <= 2, `${rows.length} rows`)
  t.equal(
    rows.reduce((sum, { count }) => sum + count, 0),
    refused,
    'each is counted',
  )
  t.equal(String(rows[0]!.details['path']).length, 200, 'the path is truncated')
})

test('failed and delayed logins are counted by account', async (t) => {
  const gateway = await startTestGateway(t)
  await gateway.addAccount('kari', 'leser')
  for (let n = 0; n < 12; n++) await logIn(client(gateway.base), 'kari', 'feil')
  t.match(await refusalsIn(gateway, 'authn_login_fail'), [{ username: 'kari', count: 5 }])
  t.match(await refusalsIn(gateway, 'authn_login_lock'), [{ username: 'kari', count: 7 }])
  move(gateway, 2 * minutes)
  await logIn(client(gateway.base), 'kari', 'feil')
  t.equal((await refusalsIn(gateway, 'authn_login_fail')).length, 2, 'a new minute, a new row')
})

test('refusals of many addresses share one row a minute', async (t) => {
  const { access, clock } = await startTestGateway(t)
  const log = createSecurityLog(access.db, () => clock.now, { perMinute: 5 })
  for (let n = 0; n < 50; n++)
    await log.write('authz_origin', who, { ...visitor, address: `10.0.0.${n}` })
  const { data } = await log.read({ limit: 100 })
  t.equal(data.length, 6)
  t.match(data[0], { address: 'mange adresser', count: 45 })
})

test('the oldest refusals are deleted at the limit, other events stay', async (t) => {
  const { access, clock } = await startTestGateway(t)
  const log = createSecurityLog(access.db, () => clock.now, { most: 10 })
  await log.write('data_export', who, visitor)
  for (let n = 0; n < 30; n++)
    await log.write('authz_origin', who, { ...visitor, address: `10.0.0.${n}` })
  await log.forgetOld()
  const { data } = await log.read({ limit: 100 })
  t.same(
    data.map(({ event, address }) => `${event} ${address}`),
    [
      ...Array.from({ length: 10 }, (_, n) => `authz_origin 10.0.0.${29 - n}`),
      'data_export 10.0.0.1',
    ],
  )
})

test('only the count of a row can change, and only grow', async (t) => {
  const { access } = await startTestGateway(t)
  await access.log.write('authz_fail', who, visitor)
  await access.log.write('authz_fail', who, visitor)
  await access.log.flush()
  for (const change of [
    sql.unsafe`update access.security_log set count = 1`,
    sql.unsafe`update access.security_log set count = 9, address = 'x'`,
  ])
    await t.rejects(access.db.query(change), { message: /only ever added to/ })
  const counted = z.object({ count: z.number() })
  t.same(await access.db.many(sql.type(counted)`select count from access.security_log`), [
    { count: 2 },
  ])
})

test('bodies without a session are limited, and their errors short', async (t) => {
  const gateway = await startTestGateway(t)
  const stranger = client(gateway.base)
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`felt${n}`, 1]))
  for (const [method, path] of [
    ['POST', '/api/session'],
    ['POST', '/api/access/code'],
    ['PUT', '/api/access/code'],
  ] as const) {
    t.equal((await stranger(method, path, keys(2000))).status, 413, `${method} ${path}`)
    const { status, body } = await stranger(method, path, keys(900))
    t.match({ status, body }, { status: 400, body: { code: 'VALIDATION' } })
    t.equal((body.details as unknown[]).length, 20)
  }
  const administrator = await gateway.signedIn('administrator')
  const { body, text } = await administrator('POST', '/api/access/users', keys(60_000))
  t.equal((body.details as unknown[]).length, 20)
  t.ok(text.length < 2000, `${text.length} characters of answer`)
})

test('the security log is append-only', async (t) => {
  const { access } = await startTestGateway(t)
  const visitor = { address: '10.0.0.1', browser: 'Firefox på Linux' }
  const who = { id: null, username: 'kari' }
  await access.log.write('authn_logout', who, visitor)
  for (const change of [
    sql.unsafe`update access.security_log set username = 'ola'`,
    sql.unsafe`truncate access.security_log`,
  ])
    await t.rejects(access.db.query(change), { message: /only ever added to/ })
  const { data } = await access.log.read({ limit: 10, user: 'KARI' })
  t.match(data, [{ event: 'authn_logout', username: 'kari', ...visitor }])
  t.same((await access.log.read({ limit: 10, event: 'authn_login_fail' })).data, [])
})

test('the security log has forwarded downloads, but no mistyped password', async (t) => {
  const gateway = await startTestGateway(t)
  const { command, projector } = gateway
  const admin = await gateway.signedIn('administrator')
  await logIn(client(gateway.base), 'mitt hemmelige passord', 'x')
  projector.answer = (_seen, reply) => {
    reply.writeHead(200, { 'content-disposition': 'attachment; filename="x.csv"' }).end('x')
    return true
  }
  await admin('GET', '/api/suppliers/export?format=csv')
  await admin('GET', '/api/csv-import/suppliers/template')
  await admin('GET', '/api/journal/export?format=csv')
  await admin('DELETE', '/api/suppliers/3/contact')
  projector.answer = () => false
  await admin('GET', '/api/journal?user=kari')
  await admin('GET', '/api/journal?user=kari&before=100')
  command.answer = (_seen, reply) => Boolean(reply.writeHead(403).end('{}'))
  await admin('POST', '/api/suppliers', {})
  // Each row is written just after its answer.
  let rows = await logged(admin)
  while (rows.filter(({ details }) => details['path']).length < 5) rows = await logged(admin)
  const entries = rows
    .slice(0, 6)
    .map(({ event, details }) => `${event} ${String(details['path'])}`)
  t.same(entries.toSorted(), [
    'authn_login_fail undefined',
    'authz_fail /api/suppliers',
    'data_erased /api/suppliers/3/contact',
    'data_export /api/suppliers/export',
    'journal_exported /api/journal/export',
    'journal_opened /api/journal',
  ])
  t.notMatch(JSON.stringify(rows), 'hemmelige')
})

test('nobody reads or exports the journal unseen, however it is asked for', async (t) => {
  const gateway = await startTestGateway(t)
  const [admin, revisor] = [
    await gateway.signedIn('administrator'),
    await gateway.signedIn('revisor'),
  ]
  await admin('GET', '/api/%6Aournal')
  await admin('GET', '/api/journal/%65xport')
  const { host } = new URL(gateway.base)
  const cookie = `session=${revisor.jar.get('session')}`
  for (const path of ['journal', 'journal/export?format=csv']) {
    const socket = await open(t, gateway)
    const address = `${gateway.base}/api/${path}`
    socket.write(`GET ${address} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`)
    t.match(String(await once(socket, 'data')), /^HTTP\/1.1 200 /, address)
  }
  for (const page of ['9999999999', '100', '50'])
    await revisor('GET', `/api/journal?before=${page}`)
  const entries = async () => {
    const { data } = await gateway.access.log.read({ limit: 100 })
    return data
      .filter(({ event }) => event.startsWith('journal'))
      .map(({ event, username, count }) => `${event} ${username} ${count}`)
      .toSorted()
  }
  while ((await entries()).length < 4) await new Promise(setImmediate)
  t.same(await entries(), [
    'journal_exported en-administrator 1',
    'journal_exported en-revisor 1',
    'journal_opened en-administrator 1',
    'journal_opened en-revisor 4',
  ])
})

test('the log is read in pages and needs the permission', async (t) => {
  const gateway = await startTestGateway(t)
  const revisor = await gateway.signedIn('revisor')
  const who = { id: null, username: 'kari' }
  for (let n = 0; n < 7; n++)
    await gateway.access.log.write('data_export', who, { address: 'x', browser: 'y' }, { n })
  const seen: number[] = []
  let path = '/api/access/security-log?limit=3&event=data_export'
  for (let next: unknown = 1; next !== null;) {
    const { body } = await revisor('GET', path)
    const rows = body.data as { details: { n: number }; label: string }[]
    seen.push(...rows.map(({ details }) => details.n))
    t.equal(rows[0]!.label, 'Data hentet ut som fil')
    next = body['next']
    path = `/api/access/security-log?limit=3&event=data_export&before=${String(next)}`
  }
  t.same(seen, [6, 5, 4, 3, 2, 1, 0])
  t.equal((await revisor('GET', '/api/access/security-log?limit=0')).status, 400)
  t.equal((await revisor('GET', '/api/access/users')).status, 403)
  const { body } = await revisor('GET', '/api/access/security-log?event=authz_fail')
  t.match(body.data, [{ username: 'en-revisor', details: { path: '/api/access/users' } }])
  const reader = await gateway.signedIn('leser')
  t.equal((await reader('GET', '/api/access/security-log')).status, 403)
})

test('two accounts that had the same name are told apart', async (t) => {
  const { access } = await startTestGateway(t)
  const [anne, bo] = [randomUUID(), randomUUID()]
  const write = (id: string, username: string) =>
    access.log.write('data_export', { id, username }, visitor)
  await write(anne, 'nattjobb')
  await write(anne, 'per.hansen')
  await write(bo, 'nattjobb')
  const read = async (user: string) =>
    (await access.log.read({ limit: 10, user })).data.map((row) => [row.userId, row.username])
  t.same(await read('nattjobb'), [
    [bo, 'nattjobb'],
    [anne, 'nattjobb'],
  ])
  t.same(await read(anne), [
    [anne, 'per.hansen'],
    [anne, 'nattjobb'],
  ])
})

test('an entry says what its account is called now, if it has another name', async (t) => {
  const gateway = await startTestGateway(t)
  const administrator = await gateway.signedIn('administrator')
  await gateway.addAccount('nattjobb', 'leser')
  await logIn(client(gateway.base), 'nattjobb')
  const users = (await administrator('GET', '/api/access/users')).body.data as Named[]
  const { id } = users.find(({ username }) => username === 'nattjobb')!
  await administrator('PUT', `/api/access/users/${id}`, { username: 'anne.dal' })
  const answer = await administrator('GET', `/api/access/security-log?user=${id}`)
  const logIns = (answer.body.data as LogEntry[]).filter(({ event }) => /login/.test(event))
  t.match(logIns, [{ userId: id, username: 'nattjobb', usernameNow: 'anne.dal' }])
  const own = await administrator('GET', '/api/access/security-log?user=en-administrator')
  t.match(own.body.data, [{ usernameNow: null }])
})
