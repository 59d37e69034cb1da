import { createHook } from 'node:async_hooks'
import { test } from 'tap'
import { changesPath } from '#contracts/change-stream.ts'
import { startTestGateway, password } from '#gateway/testing/test-gateway.ts'
import { client, type Client, type Reply } from '#gateway/testing/client.ts'
import { minutes, move, logIn, isIn } from '#gateway/testing/accounts.ts'
import { rotateSessionKey } from '../store/keys.ts'

test('a login starts a session, and a logout ends it for every copy of the cookie', async (t) => {
  const gateway = await startTestGateway(t)
  await gateway.addAccount('Kari', 'redaktør')
  const kari = client(gateway.base)
  t.notOk(await isIn(kari))
  const reply = await logIn(kari, ' KARI ')
  t.match(reply, {
    status: 200,
    body: {
      success: true,
      data: {
        user: { username: 'Kari', role: 'redaktør' },
        permissions: ['read', 'export', 'edit', 'history'],
        mustSetUpTotp: false,
      },
    },
  })
  t.ok(await isIn(kari))
  const thief = client(gateway.base)
  thief.jar.set('session', kari.jar.get('session')!)
  t.ok(await isIn(thief))
  t.equal((await kari('DELETE', '/api/session')).status, 204)
  t.notOk(kari.jar.has('session'))
  const tries = await Promise.all(Array.from({ length: 100 }, () => isIn(thief)))
  t.notOk(tries.some(Boolean))
  t.match((await thief('GET', '/api/session')).body, {
    code: 'UNAUTHENTICATED',
    error: 'Økten er utløpt. Logg inn på nytt.',
    details: { expired: true, setUp: false, oidc: null },
  })
})

test('every login has a new id, and the cookie contains no data', async (t) => {
  const gateway = await startTestGateway(t)
  await gateway.addAccount('kari', 'leser')
  const kari = client(gateway.base)
  await logIn(kari, 'kari')
  const first = kari.jar.get('session')!
  await logIn(kari, 'kari')
  t.not(kari.jar.get('session'), first)
  const fixed = client(gateway.base)
  fixed.jar.set('session', first)
  t.notOk(await isIn(fixed), 'the session from before the login has ended')
  t.notMatch(Buffer.from(decodeURIComponent(first), 'base64').toString('latin1'), /kari|leser|sid/)

  const forged = client(gateway.base)
  for (const cookie of ['x', 'x;y', `${first}x`, first.slice(5), 'A'.repeat(4000)]) {
    forged.jar.set('session', cookie)
    t.notOk(await isIn(forged))
  }
})

test('a session expires after an hour unused or twelve hours; sooner for administrators', async (t) => {
  const gateway = await startTestGateway(t)
  const editor = await gateway.signedIn('redaktør')
  const administrator = await gateway.signedIn('administrator')
  const waiting = await gateway.signedIn('leser')
  move(gateway, 29 * minutes)
  await new Promise((done) => setTimeout(done, 1100))
  t.ok((await isIn(editor)) && (await isIn(administrator)))
  t.equal((await waiting('GET', changesPath)).status, 200)
  move(gateway, 31 * minutes)
  gateway.access.sessions.forget()
  t.ok(await isIn(editor))
  t.notOk(await isIn(administrator))
  t.notOk(await isIn(waiting), 'waiting for changes does not count as use')
  for (let hours = 1; hours < 12; hours++) {
    move(gateway, 59 * minutes)
    gateway.access.sessions.forget()
    t.ok(await isIn(editor), `after ${hours} hours in use`)
  }
  move(gateway, 15 * minutes)
  gateway.access.sessions.forget()
  t.notOk(await isIn(editor), 'expires after twelve hours')
})

/** Counts password hashes: each attempted login needs one. */
const hashes = async (work: () => Promise<void>): Promise<number> => {
  let count = 0
  const hook = createHook({
    init: (_, type) => {
      if (type === 'ARGON2REQUEST') count++
    },
  }).enable()
  await work()
  hook.disable()
  return count
}

test('wrong names and wrong passwords get the same answer for the same work', async (t) => {
  const gateway = await startTestGateway(t)
  await gateway.addAccount('kari', 'leser')
  const texts: string[] = []
  const attempt = (username: string) =>
    hashes(async () => {
      const reply = await logIn(client(gateway.base), username, 'feil')
      t.match(reply, { status: 401, body: { error: 'Feil brukernavn eller passord.' } })
      texts.push(reply.text)
    })
  t.equal(await attempt('kari'), 1, 'a known name')
  t.equal(await attempt('ola'), 1, 'an unknown name')
  t.equal(texts[0], texts[1])
})

test('of four hundred guesses few are tried, and the owner can log in from elsewhere', async (t) => {
  const gateway = await startTestGateway(t, { trustProxy: ['127.0.0.1'] })
  await gateway.addAccount('kari', 'leser')
  const from = (address: string, given: string) =>
    client(gateway.base)(
      'POST',
      '/api/session',
      { username: 'kari', password: given },
      {
        'x-forwarded-for': address,
      },
    )
  const guesses: Reply[] = []
  // A larger wave would test the machine's connection queue instead.
  for (let wave = 0; wave < 2; wave++)
    guesses.push(
      ...(await Promise.all(
        Array.from({ length: 200 }, (_, n) => from('10.0.0.1', `gjetning ${wave} ${n}`)),
      )),
    )
  const tried = guesses.filter(({ status }) => status === 401)
  t.ok(tried.length <= 5, `${tried.length} were tried`)
  const refused = guesses.find(({ status }) => status === 429)!
  t.match(refused.body, {
    error: 'For mange forsøk. Prøv igjen om 1 minutt.',
    details: { retryAfter: Number },
  })
  t.match(refused.headers.get('retry-after'), /^\d+$/)
  t.equal((await from('10.0.0.1', password)).status, 429, 'also with the right password from there')
  const right = await Promise.all(Array.from({ length: 30 }, () => from('10.0.0.2', password)))
  t.ok(
    right.every(({ status }) => status === 200),
    'thirty correct logins at once all succeed',
  )
  move(gateway, 61_000)
  t.equal((await from('10.0.0.1', 'feil igjen')).status, 401)
  t.match((await from('10.0.0.1', password)).body, { error: /om 2 minutter/ }, 'twice as long')
  move(gateway, 121_000)
  t.equal((await from('10.0.0.1', password)).status, 200)
  t.equal((await from('10.0.0.1', 'feil')).status, 401, 'and the count restarts')
})

test('wrong guesses do not lock the owner out of a known device', async (t) => {
  const gateway = await startTestGateway(t, { trustProxy: ['127.0.0.1'] })
  await gateway.addAccount('Kari', 'leser')
  await gateway.addAccount('ola', 'leser')
  const kari = client(gateway.base)
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const tries = (someone: Client, username: string, given: string, address: string) =>
    someone('POST', '/api/session', { username, password: given }, from(address))
  await tries(kari, 'Kari', password, '10.1.0.1')
  await kari('DELETE', '/api/session')
  const known = kari.jar.get('device')!
  t.notMatch(Buffer.from(decodeURIComponent(known), 'base64').toString('latin1'), /kari/i)

  const guesses = Array.from({ length: 120 }, (_, n) =>
    tries(client(gateway.base), 'kari', 'feil', n < 20 ? '10.1.0.1' : `10.0.0.${n}`),
  )
  await Promise.all(guesses)
  const stranger = client(gateway.base)
  t.equal((await tries(stranger, 'kari', password, '10.2.0.1')).status, 429, 'unknown devices wait')
  const forged = client(gateway.base)
  forged.jar.set('device', `${known.slice(0, -4)}AAAA`)
  t.equal((await tries(forged, 'kari', password, '10.2.0.2')).status, 429)
  t.equal((await tries(kari, ' KARI', password, '10.1.0.1')).status, 200, 'the owner logs in')

  const thief = client(gateway.base)
  thief.jar.set('device', known)
  const wrong: number[] = []
  for (let n = 0; n < 8; n++)
    wrong.push((await tries(thief, 'kari', `feil ${n}`, `10.3.0.${n}`)).status)
  t.same(wrong, [401, 401, 401, 401, 401, 429, 429, 429], 'the device has its own limit')
  for (let n = 0; n < 6; n++) await tries(kari, 'ola', 'feil', '10.1.0.1')
  t.equal((await tries(kari, 'ola', password, '10.1.0.1')).status, 429, 'only for its own account')
})

test('one address cannot guess at many accounts', async (t) => {
  const gateway = await startTestGateway(t)
  const statuses = await Promise.all(
    Array.from(
      { length: 60 },
      async (_, n) => (await logIn(client(gateway.base), `bruker${n}`, 'feil')).status,
    ),
  )
  t.ok(statuses.filter((status) => status === 401).length <= 20)
})

test('a key rotation keeps sessions; the next one drops the old key', async (t) => {
  const gateway = await startTestGateway(t)
  const kari = await gateway.signedIn('leser')
  const old = kari.jar.get('session')!
  rotateSessionKey(gateway.dataDir)
  gateway.access.keys.refresh()
  t.ok(await isIn(kari))
  await kari('GET', '/api/session')
  t.not(kari.jar.get('session'), old, 'signed with the new key')
  rotateSessionKey(gateway.dataDir)
  gateway.access.keys.refresh()
  t.ok(await isIn(kari))
  const stale = client(gateway.base)
  stale.jar.set('session', old)
  t.notOk(await isIn(stale))
})
