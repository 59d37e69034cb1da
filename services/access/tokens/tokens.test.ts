import { sql } from 'slonik'
import { test, type Test } from 'tap'
import type { ListedToken, NewToken } from '#contracts/access-answers.ts'
import type { Role } from '#contracts/access.ts'
import { codeIn, isIn, logged, logIn, minutes, move } from '#gateway/testing/accounts.ts'
import { client, type Client } from '#gateway/testing/client.ts'
import { startTestGateway, type TestGateway } from '#gateway/testing/test-gateway.ts'

const own = '/api/access/tokens'
const day = 24 * 60 * minutes

const wishes = ({ clock }: TestGateway, role: Role) => ({
  name: 'nattjobb',
  role,
  expiresAt: new Date(clock.now.getTime() + day).toISOString(),
})

const madeBy = async (someone: Client, gateway: TestGateway, role: Role, path = own) => {
  const reply = await someone('POST', path, wishes(gateway, role))
  return reply.body.data as NewToken
}

/** Sends the token with each request, and no cookies. */
const scriptWith = ({ base }: TestGateway, token: string): Client => {
  const plain = client(base)
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    plain(method, path, body, { authorization: `Bearer ${token}`, ...headers })
  return Object.assign(call, { jar: plain.jar })
}

const idOf = async (administrator: Client, username: string): Promise<string> => {
  const { body } = await administrator('GET', '/api/access/users')
  return (body.data as { id: string; username: string }[]).find((one) => one.username === username)!
    .id
}

const events = async (administrator: Client) =>
  (await logged(administrator))
    .filter(({ event }) => event.startsWith('authn_token'))
    .map(({ event }) => event)

const start = async (t: Test, role: Role) => {
  const gateway = await startTestGateway(t)
  const owner = await gateway.signedIn(role)
  return { gateway, owner, forget: () => gateway.access.tokens.forget() }
}

test('a token is shown once, replaces a session, and is stored as a digest', async (t) => {
  const { gateway, owner } = await start(t, 'redaktør')
  const { token, ...listed } = await madeBy(owner, gateway, 'redaktør')
  t.match(token, /^stykkliste_[\w-]{43}$/)
  t.same((await owner('GET', own)).body.data, [{ ...listed, lastUsedAt: null, createdBy: null }])
  const stored = await gateway.access.db.oneFirst(
    sql.unsafe`select row_to_json(t)::text from access.tokens t`,
  )
  t.notMatch(String(stored), token.slice(11))

  const script = scriptWith(gateway, token)
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://ond.no' }
  const reply = await script('POST', '/api/suppliers', { name: 'Festo' }, foreign)
  t.equal(reply.status, 201)
  t.same(reply.headers.getSetCookie(), [])
  const { headers } = gateway.command.last()
  t.notOk(headers.authorization)
  t.match(JSON.parse(Buffer.from(String(headers['x-user']), 'base64url').toString()), {
    username: 'en-redaktør',
    role: 'redaktør',
    token: 'nattjobb',
  })
  t.match(await script('GET', '/api/session'), { body: { data: { expiresAt: listed.expiresAt } } })
  t.equal((await script('GET', '/api/access/users')).status, 403, 'not allowed for the role')
  t.equal(
    (await script('POST', own, wishes(gateway, 'leser'))).status,
    403,
    'a token cannot create tokens',
  )
})

test('a token ends when it expires, is revoked, or its owner loses the permission', async (t) => {
  const { gateway, owner, forget } = await start(t, 'administrator')
  await gateway.addAccount('kari', 'redaktør')
  const kari = await idOf(owner, 'kari')
  const path = `/api/access/users/${kari}/tokens`
  t.equal((await owner('POST', path, wishes(gateway, 'administrator'))).status, 400)
  t.equal((await owner('POST', path, wishes(gateway, 'revisor'))).status, 400)
  t.match(await madeBy(owner, gateway, 'leser', path), { createdBy: 'en-administrator' })
  const { id, token } = await madeBy(owner, gateway, 'redaktør', path)
  const script = scriptWith(gateway, token)
  const roleNow = async () => {
    const { status, body } = await script('GET', '/api/session')
    return status === 200 ? (body.data as { user: { role: Role } }).user.role : status
  }
  t.equal(await roleNow(), 'redaktør')
  await owner('PUT', `/api/access/users/${kari}`, { role: 'revisor' })
  t.equal(await roleNow(), 'leser', 'the lesser role')
  await owner('PUT', `/api/access/users/${kari}`, { role: 'administrator' })
  t.equal(await roleNow(), 'redaktør', 'never more than its own role')
  await owner('POST', `/api/access/users/${kari}/deactivate`)
  t.equal(await roleNow(), 401)
  await owner('POST', `/api/access/users/${kari}/activate`)
  t.equal(await roleNow(), 'redaktør')
  t.equal((await owner('DELETE', `${own}/${id}`)).status, 404, 'token of another account')
  t.equal((await owner('DELETE', `${path}/${id}`)).status, 200)
  t.equal(await roleNow(), 401)

  const short = scriptWith(gateway, (await madeBy(owner, gateway, 'leser', path)).token)
  t.ok(await isIn(short))
  move(gateway, day)
  forget()
  t.notOk(await isIn(short), 'expired')
  const past = { ...wishes(gateway, 'leser'), expiresAt: gateway.clock.now.toISOString() }
  const again = client(gateway.base)
  await logIn(again, 'en-administrator')
  t.equal((await again('POST', own, past)).status, 400)
})

test('a password change keeps tokens, a reset revokes them, and required TOTP applies to them', async (t) => {
  const gateway = await startTestGateway(t, { totpRequired: ['revisor'] })
  const owner = await gateway.signedIn('administrator')
  const kari = await gateway.signedIn('redaktør')
  const script = scriptWith(gateway, (await madeBy(kari, gateway, 'leser')).token)
  const id = await idOf(owner, 'en-redaktør')
  await kari('PUT', '/api/access/account/password', {
    currentPassword: 'fire ulike ord uten mening',
    newPassword: 'hest batteri stift korrekt',
  })
  t.ok(await isIn(script))
  await owner('PUT', `/api/access/users/${id}`, { role: 'revisor' })
  t.match((await script('GET', '/api/suppliers')).body, {
    error: 'Slå på engangskode under Min konto først.',
  })
  await owner('PUT', `/api/access/users/${id}`, { role: 'redaktør' })
  t.ok(await isIn(script))
  const powerful = scriptWith(gateway, (await madeBy(owner, gateway, 'administrator')).token)
  t.equal(
    (await powerful('POST', `/api/access/users/${id}/reset`)).status,
    403,
    'nor one-time links',
  )
  t.ok(codeIn(await owner('POST', `/api/access/users/${id}/reset`)))
  t.notOk(await isIn(script))
})

test('the security log has the creation, first use, failures and revocation of tokens', async (t) => {
  const { gateway, owner, forget } = await start(t, 'administrator')
  const { id, token } = await madeBy(owner, gateway, 'administrator')
  const script = scriptWith(gateway, token)
  const lastUse = async () => ((await owner('GET', own)).body.data as ListedToken[])[0]!.lastUsedAt
  await Promise.all(Array.from({ length: 20 }, () => isIn(script)))
  const first = await lastUse()
  t.equal(first, gateway.clock.now.toISOString())
  move(gateway, minutes / 2)
  forget()
  t.ok(await isIn(script))
  t.equal(await lastUse(), first, 'written once a minute')
  move(gateway, minutes)
  forget()
  t.ok(await isIn(script))
  t.equal(await lastUse(), gateway.clock.now.toISOString())

  const wrong = scriptWith(gateway, `${token.slice(0, -3)}AAA`)
  wrong.jar.set('session', owner.jar.get('session')!)
  t.equal((await wrong('GET', '/api/suppliers')).status, 401, 'the cookie is ignored')
  await owner('POST', `/api/access/users/${await idOf(owner, 'en-administrator')}/unlock`)
  await script('POST', `/api/access/users/${await idOf(owner, 'en-administrator')}/unlock`)
  await owner('DELETE', `${own}/${id}`)
  t.same(await events(owner), [
    'authn_token_revoked',
    'authn_token_fail',
    'authn_token_used',
    'authn_token_created',
  ])
  const unlocks = (await logged(owner)).filter(({ event }) => event === 'user_unlocked')
  t.same(
    unlocks.map(({ details }) => details['via']),
    ['nattjobb', undefined],
  )
})

test('each token has its own rate limit; unknown tokens share that of their network', async (t) => {
  const gateway = await startTestGateway(t, { rate: { perSecond: 1, burst: 30 } })
  const owner = await gateway.signedIn('leser')
  const script = scriptWith(gateway, (await madeBy(owner, gateway, 'leser')).token)
  t.ok(await isIn(script))
  const guesses = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      scriptWith(gateway, `stykkliste_${n}`)('GET', '/api/suppliers'),
    ),
  )
  t.ok(guesses.some(({ status }) => status === 429))
  t.ok(await isIn(script))
  const many = await Promise.all(Array.from({ length: 60 }, () => isIn(script)))
  t.ok(many.includes(false))
})
