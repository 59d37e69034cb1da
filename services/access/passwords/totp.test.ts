import { test } from 'tap'
import { startTestGateway, password } from '#gateway/testing/test-gateway.ts'
import { client, type Client } from '#gateway/testing/client.ts'
import { move, logIn, isIn } from '#gateway/testing/accounts.ts'
import { sql } from 'slonik'
import { TOTP } from 'otpauth'

const codeAt = (secret: string, time: Date) =>
  new TOTP({ secret }).generate({ timestamp: time.getTime() })

test('TOTP: set up, asked for at login, each code once, secret encrypted, off again', async (t) => {
  const gateway = await startTestGateway(t)
  const kari = await gateway.signedIn('redaktør')
  const started = await kari('POST', '/api/access/account/totp', { password })
  const { secret } = started.body.data as { secret: string }
  const now = () => codeAt(secret, gateway.clock.now)
  t.match(await kari('PUT', '/api/access/account/totp', { code: '000000' }), { status: 400 })
  t.match((await kari('PUT', '/api/access/account/totp', { code: now() })).body.data, {
    totp: true,
  })

  const again = client(gateway.base)
  t.match(await logIn(again, 'en-redaktør'), { status: 401, body: { details: { needs: 'code' } } })
  const used = await logIn(again, 'en-redaktør', password, now())
  t.match(
    used,
    { status: 401, body: { error: 'Feil engangskode.' } },
    'the code of the setup was used',
  )
  move(gateway, 30_000)
  const code = now()
  const both = await Promise.all(
    [1, 2].map(() => logIn(client(gateway.base), 'en-redaktør', password, code)),
  )
  t.same(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 401],
    'a code works only once',
  )
  const stored = await gateway.access.db.any(sql.unsafe`select totp_secret from access.accounts`)
  t.notMatch(JSON.stringify(stored), secret)
  t.match((await kari('DELETE', '/api/access/account/totp', { password })).body.data, {
    totp: false,
  })
  t.equal((await logIn(client(gateway.base), 'en-redaktør')).status, 200)
})

test('a clock that is set back lets the owner in, and no code in twice', async (t) => {
  const gateway = await startTestGateway(t)
  const kari = await gateway.signedIn('redaktør')
  const started = await kari('POST', '/api/access/account/totp', { password })
  const { secret } = started.body.data as { secret: string }
  const now = () => codeAt(secret, gateway.clock.now)
  const used: string[] = []
  const use = async () => {
    used.push(now())
    return (await logIn(client(gateway.base), 'en-redaktør', password, used.at(-1))).status
  }
  used.push(now())
  await kari('PUT', '/api/access/account/totp', { code: now() })
  move(gateway, -30_000)
  t.equal(await use(), 200, 'after the setup')
  move(gateway, 90_000)
  t.equal(await use(), 200)
  move(gateway, -30_000)
  t.equal(await use(), 200, 'a step that was passed over')
  for (const by of [-60_000, 30_000, 30_000, 30_000]) {
    move(gateway, by)
    t.equal((await logIn(client(gateway.base), 'en-redaktør', password, now())).status, 401)
  }
  t.equal(new Set(used).size, 4)
})

test('codes cannot be guessed with the password alone', async (t) => {
  const gateway = await startTestGateway(t)
  const kari = await gateway.signedIn('redaktør')
  const { secret } = (await kari('POST', '/api/access/account/totp', { password })).body.data as {
    secret: string
  }
  await kari('PUT', '/api/access/account/totp', { code: codeAt(secret, gateway.clock.now) })
  const soon = (by: number) => new Date(gateway.clock.now.getTime() + by)
  // Not one of the codes that are valid now, so that no run passes by chance.
  const wrong = ['111111', '222222', '333333', '444444'].find(
    (guess) => ![-30_000, 0, 30_000].some((by) => codeAt(secret, soon(by)) === guess),
  )!
  const guess = (given: string) => logIn(client(gateway.base), 'en-redaktør', password, given)
  const statuses: number[] = []
  for (let n = 0; n < 10; n++) statuses.push((await guess(wrong)).status)
  const tried = statuses.filter((status) => status === 401).length
  t.ok(tried >= 1 && tried <= 6, `${tried} codes were tried`)
  t.same(statuses.slice(tried), Array(10 - tried).fill(429), 'then none for a while')
  move(gateway, 30_000)
  t.equal((await guess(codeAt(secret, gateway.clock.now))).status, 429, 'not even the right one')
})

test('attempts at codes are limited in total; a known device is not locked out', async (t) => {
  const gateway = await startTestGateway(t, { trustProxy: ['127.0.0.1'] })
  const kari = await gateway.signedIn('redaktør')
  const started = await kari('POST', '/api/access/account/totp', { password })
  const { secret } = started.body.data as { secret: string }
  await kari('PUT', '/api/access/account/totp', { code: codeAt(secret, gateway.clock.now) })
  move(gateway, 60_000)
  const right = codeAt(secret, gateway.clock.now)
  const wrong = right === '111111' ? '222222' : '111111'
  const from = (n: number, someone: Client, code: string) =>
    someone(
      'POST',
      '/api/session',
      { username: 'en-redaktør', password, code },
      { 'x-forwarded-for': `198.51.${n}.1` },
    )
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) => from(n, client(gateway.base), wrong)),
  )
  const tried = replies.filter(({ status }) => status === 401).length
  t.equal(tried, 10)
  t.equal(replies.filter(({ status }) => status === 429).length, 30)
  t.equal((await from(50, client(gateway.base), right)).status, 429)
  t.equal((await from(51, kari, right)).status, 200, 'the device is known')
})

test('a role that requires TOTP can do nothing before it is set up', async (t) => {
  const gateway = await startTestGateway(t, { totpRequired: ['redaktør'] })
  const kari = await gateway.signedIn('redaktør')
  t.match((await kari('GET', '/api/session')).body.data, { mustSetUpTotp: true })
  t.match(await kari('GET', '/api/suppliers'), { status: 403, body: { error: /engangskode/ } })
  const started = await kari('POST', '/api/access/account/totp', { password })
  const { secret } = started.body.data as { secret: string }
  const code = codeAt(secret, gateway.clock.now)
  await kari('PUT', '/api/access/account/totp', { code })
  t.ok(await isIn(kari))
  t.equal((await kari('DELETE', '/api/access/account/totp', { password })).status, 403)
  t.ok(await isIn(await gateway.signedIn('leser')), 'other roles need none')
})
