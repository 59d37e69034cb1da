import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { startTestGateway, password } from '#gateway/testing/test-gateway.ts'
import { client, type Client } from '#gateway/testing/client.ts'
import {
  minutes,
  newPassword,
  move,
  logIn,
  isIn,
  codeIn,
  logged,
  silent,
} from '#gateway/testing/accounts.ts'
import { ensureFirstAdministrator } from '../first-administrator.ts'

test('the first administrator signs up with a single-use link', async (t) => {
  const gateway = await startTestGateway(t)
  const file = join(gateway.dataDir, 'set-up-code')
  await ensureFirstAdministrator(gateway.access, {}, silent)
  const code = readFileSync(file, 'utf8')
  t.match((await client(gateway.base)('GET', '/api/session')).body.details, { setUp: true })
  const ask = { code, username: 'sjef', name: 'Siv Jensen Efsen', password: newPassword }
  t.match((await client(gateway.base)('POST', '/api/access/code', { code })).body.data, {
    purpose: 'first',
    username: null,
    role: 'administrator',
    minimumLength: 15,
  })
  const weak = await client(gateway.base)('PUT', '/api/access/code', { ...ask, password: 'sjef' })
  t.match(weak, { status: 400, body: { details: [{ path: 'password' }] } })

  // Few enough that none is delayed by the failures of the others.
  const racers = Array.from({ length: 4 }, (_, n) => ({ ...ask, username: `sjef${n}` }))
  const replies = await Promise.all(
    racers.map((body) => client(gateway.base)('PUT', '/api/access/code', body)),
  )
  t.same(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 401, 401, 401],
  )
  t.notOk(existsSync(file))
  const late = await client(gateway.base)('PUT', '/api/access/code', ask)
  t.match(late, { status: 401, body: { error: 'Lenken er brukt eller utløpt.' } })
  await ensureFirstAdministrator(gateway.access, {}, silent)
  t.notOk(existsSync(file), 'no new link once there is an account')
})

test('the link expires after a day, and a new start creates another', async (t) => {
  const gateway = await startTestGateway(t)
  const file = join(gateway.dataDir, 'set-up-code')
  await ensureFirstAdministrator(gateway.access, {}, silent)
  const old = readFileSync(file, 'utf8')
  move(gateway, 24 * 60 * minutes + 1)
  const look = (code: string) => client(gateway.base)('POST', '/api/access/code', { code })
  t.equal((await look(old)).status, 401)
  await ensureFirstAdministrator(gateway.access, {}, silent)
  const fresh = readFileSync(file, 'utf8')
  t.not(fresh, old)
  t.equal((await look(fresh)).status, 200)
})

test('the environment can define the first administrator; concurrent starts create one', async (t) => {
  const gateway = await startTestGateway(t)
  const warnings: string[] = []
  const lookalike = { username: '\u0430dmin', password: newPassword }
  await ensureFirstAdministrator(gateway.access, lookalike, (text) => warnings.push(text))
  t.match(warnings.splice(0), [
    /^ADMIN_USERNAME kan ikke brukes: Brukernavnet kan bare ha bokstavene/,
  ])
  t.ok(existsSync(join(gateway.dataDir, 'set-up-code')), 'the link is there instead')
  const given = { username: 'admin', password: 'kort' }
  await Promise.all([1, 2, 3].map(() => ensureFirstAdministrator(gateway.access, given, silent)))
  const admin = client(gateway.base)
  t.equal((await logIn(admin, 'admin', 'kort')).status, 200)
  await ensureFirstAdministrator(
    gateway.access,
    { username: 'other', password: newPassword },
    silent,
  )
  t.equal((await logIn(client(gateway.base), 'other', newPassword)).status, 401)
  t.match((await logged(admin)).at(-1), { event: 'user_created', username: 'admin' })
})

test('an administrator invites, changes, resets and deactivates accounts, and the log shows it', async (t) => {
  const gateway = await startTestGateway(t)
  const { base } = gateway
  const admin = await gateway.signedIn('administrator')
  const invited = await admin('POST', '/api/access/users', {
    username: 'ola',
    name: 'Ola Nordmann',
    role: 'leser',
  })
  t.match(invited, {
    status: 201,
    body: { data: { user: { username: 'ola', hasPassword: false, invitedUntil: String } } },
  })
  const { id } = (invited.body.data as { user: { id: string } }).user
  t.equal((await logIn(client(base), 'ola', newPassword)).status, 401)
  const ola = client(base)
  const accept = (someone: Client, code: string) =>
    someone('PUT', '/api/access/code', { code, password: newPassword })
  t.match((await accept(ola, codeIn(invited))).body.data, { user: { username: 'ola' } })
  t.ok(await isIn(ola), 'and is signed in')
  t.equal((await accept(client(base), codeIn(invited))).status, 401, 'only once')

  const same = { username: 'OLA', name: 'x', role: 'leser' }
  t.match(await admin('POST', '/api/access/users', same), {
    status: 409,
    body: { code: 'DUPLICATE', error: 'Brukernavnet er i bruk.' },
  })
  const promoted = await admin('PUT', `/api/access/users/${id}`, { role: 'redaktør' })
  t.match(promoted.body.data, { role: 'redaktør', sessions: 0 })
  t.notOk(await isIn(ola), 'a new role means a new session')
  t.equal((await logIn(ola, 'ola', newPassword)).status, 200)
  t.match((await ola('GET', '/api/session')).body.data, { user: { role: 'redaktør' } })

  await admin('PUT', `/api/access/users/${id}`, { username: 'per', name: 'Per' })
  t.match((await logged(admin)).find(({ event }) => event === 'user_changed')?.details, {
    from: 'ola',
    to: 'per',
    nameTo: 'Per',
  })
  await admin('PUT', `/api/access/users/${id}`, { username: 'ola' })

  const reset = await admin('POST', `/api/access/users/${id}/reset`)
  t.notOk(await isIn(ola))
  t.equal((await logIn(ola, 'ola', newPassword)).status, 401)
  t.equal((await accept(ola, codeIn(reset))).status, 200)

  await admin('POST', `/api/access/users/${id}/deactivate`)
  t.notOk(await isIn(ola))
  t.match(await logIn(ola, 'ola', newPassword), { status: 403, body: { error: /er deaktivert/ } })
  await admin('POST', `/api/access/users/${id}/activate`)
  t.equal((await logIn(ola, 'ola', newPassword)).status, 200)
  t.match((await admin('DELETE', `/api/access/users/${id}/sessions`)).body.data, { ended: 1 })
  t.notOk(await isIn(ola))
  for (const path of ['/api/access/users/x', `/api/access/users/${crypto.randomUUID()}`])
    t.equal((await admin('PUT', path, { name: 'x' })).status, 404)

  const events = (await logged(admin)).map(({ event }) => event)
  for (const event of [
    'user_created',
    'authn_code_used',
    'user_role_changed',
    'user_reset',
    'user_deactivated',
    'user_activated',
    'session_ended',
    'authn_login_fail',
    'authn_login_success',
  ])
    t.ok(events.includes(event), event)
})

test('the last administrator cannot be removed, even if two remove each other concurrently', async (t) => {
  const gateway = await startTestGateway(t)
  const first = await gateway.signedIn('administrator')
  await gateway.addAccount('second', 'administrator')
  const second = client(gateway.base)
  await logIn(second, 'second')
  const users = (await first('GET', '/api/access/users')).body.data as { id: string }[]
  const [one, other] = await Promise.all([
    first('POST', `/api/access/users/${users[1]!.id}/deactivate`),
    second('PUT', `/api/access/users/${users[0]!.id}`, { role: 'leser' }),
  ])
  const left = one.status === 200 ? first : second
  t.equal([one, other].filter(({ status }) => status === 200).length, 1)
  const me = (await left('GET', '/api/access/account')).body.data as { id: string }
  for (const reply of [
    await left('PUT', `/api/access/users/${me.id}`, { role: 'leser' }),
    await left('POST', `/api/access/users/${me.id}/deactivate`),
  ])
    t.match(reply, {
      status: 409,
      body: { code: 'CONFLICT', error: 'Den siste administratoren kan ikke fjernes.' },
    })
})

test('a password change needs the old password and ends the other sessions', async (t) => {
  const gateway = await startTestGateway(t)
  const here = await gateway.signedIn('leser')
  const there = client(gateway.base)
  await logIn(there, 'en-leser')
  const change = (currentPassword: string, to: string) =>
    here('PUT', '/api/access/account/password', { currentPassword, newPassword: to })
  t.match(await change('feil', newPassword), {
    status: 400,
    body: { details: [{ path: 'currentPassword', message: 'Feil passord.' }] },
  })
  t.match(await change(password, 'kort'), { body: { details: [{ path: 'newPassword' }] } })
  t.equal((await change(password, newPassword)).status, 200)
  t.ok(await isIn(here))
  t.notOk(await isIn(there))
  t.equal((await logIn(there, 'en-leser')).status, 401)
  await logIn(there, 'en-leser', newPassword)
  const rows = (await here('GET', '/api/access/account/sessions')).body.data as {
    id: string
    current: boolean
  }[]
  t.equal(rows.length, 2)
  const other = rows.find(({ current }) => !current)!
  t.equal((await here('DELETE', `/api/access/account/sessions/${other.id}`)).status, 200)
  t.notOk(await isIn(there))
  t.equal((await here('DELETE', `/api/access/account/sessions/${other.id}`)).status, 404)
  for (let n = 0; n < 5; n++) await change('feil', newPassword)
  t.equal((await change(newPassword, password)).status, 429, 'guessing is throttled')
})
