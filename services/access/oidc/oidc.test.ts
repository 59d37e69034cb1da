import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { test, type Test } from 'tap'
import { z } from 'zod'
import { startTestGateway, type TestGateway } from '#gateway/testing/test-gateway.ts'
import { client, type Client, type Reply } from '#gateway/testing/client.ts'
import { createAccount } from '../accounts/accounts.ts'
import { createOidc, oidcEnvironment } from './oidc.ts'

type Person = { readonly sub: string; readonly claims: Record<string, unknown> }

const clientId = 'stykkliste'
const clientSecret = 'a secret of the client, and of the provider'

/** A real OpenID provider whose login page accepts the user that the test names. */
const aProvider = async (t: Test) => {
  let person: Person = { sub: 'x', claims: {} }
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const open = (redirectUri: string) => {
    const provider = new Provider(issuer, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
      claims: {
        openid: ['sub'],
        profile: ['name', 'roles', 'preferred_username'],
        email: ['email', 'email_verified'],
      },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['a key of the provider'] },
      findAccount: (_context: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ ...person.claims, sub }),
      }),
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    })
    const answer = provider.callback()
    const consent = async (...[request, reply]: Parameters<typeof answer>) => {
      const { prompt } = await provider.interactionDetails(request, reply)
      const login = { accountId: person.sub }
      if (prompt.name === 'login') return provider.interactionFinished(request, reply, { login })
      const grant = new provider.Grant({ accountId: person.sub, clientId })
      grant.addOIDCScope('openid profile email')
      const grantId = await grant.save()
      return provider.interactionFinished(request, reply, { consent: { grantId } })
    }
    server.on('request', (request, reply) => {
      if (request.url?.startsWith('/interaction/'))
        consent(request, reply).catch(() => reply.writeHead(500).end())
      else void answer(request, reply)
    })
  }
  const letIn = (next: Person) => {
    person = next
  }
  return { issuer, open, letIn }
}

const locationOf = (reply: Reply) => reply.headers.get('location') ?? ''

/** Follows redirects as a browser does; returns the address that the provider sends it back to. */
const throughProvider = async (start: string): Promise<string> => {
  const { origin } = new URL(start)
  const browser = client('')
  let next = start
  for (let step = 0; step < 12 && next.startsWith(origin); step++) {
    const reply = await browser('GET', next)
    if (locationOf(reply) === '') throw new Error(`${next}: ${reply.status} ${reply.text}`)
    next = new URL(locationOf(reply), next).href
  }
  return next
}

const signIn = async ({ base }: TestGateway, someone: Client, to = '') => {
  const start = await someone('GET', `/api/session/oidc${to}`)
  const back = await throughProvider(locationOf(start))
  // The redirect from the provider counts as cross-site.
  return someone('GET', back.slice(base.length), undefined, { 'sec-fetch-site': 'cross-site' })
}

const ours = { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
const oidcOf = (given: object) => createOidc(z.object(oidcEnvironment).parse({ ...ours, ...given }))

const aGatewayWithProvider = async (t: Test, settings = {}) => {
  const { issuer, open, letIn } = await aProvider(t)
  const gateway = await startTestGateway(t, {
    oidc: oidcOf({ OIDC_ISSUER: issuer, OIDC_ROLE_CLAIM: 'roles', ...settings }),
  })
  open(`${gateway.base}/api/session/oidc/callback`)
  return { gateway, letIn }
}

const kari = (claims = {}): Person => ({
  sub: 'kari-1',
  claims: { name: 'Kari', email: 'kari@firma.no', email_verified: true, ...claims },
})

test('an invited user logs in with the provider and stays the same account', async (t) => {
  const { gateway, letIn } = await aGatewayWithProvider(t)
  const { access, base } = gateway
  const invited = {
    username: 'kari@firma.no',
    name: 'Kari',
    role: 'leser',
    passwordHash: null,
  } as const
  const { id } = await createAccount(access.db, invited, new Date())
  letIn(kari())
  const browser = client(base)
  t.match((await browser('GET', '/api/session')).body.details, {
    oidc: { label: 'Logg inn med jobbkonto', url: '/api/session/oidc' },
  })
  const back = await signIn(gateway, browser, '?to=/motortypes%3Fq%3Dgir%2Bmotor')
  t.match([back.status, locationOf(back)], [302, '/motortypes?q=gir+motor'])
  t.match((await browser('GET', '/api/session')).body.data, { user: { id, role: 'leser' } })

  letIn(kari({ email: 'kari.gift@firma.no', roles: ['revisor', 'annet'] }))
  const later = client(base)
  await signIn(gateway, later)
  t.match((await later('GET', '/api/session')).body.data, { user: { id, role: 'revisor' } })
  t.equal((await browser('GET', '/api/session')).status, 401, 'a new role ends older sessions')
  const { data: log } = await access.log.read({ limit: 10, event: 'user_role_changed' })
  const change = { from: 'leser', to: 'revisor', by: 'oidc' }
  t.match(log, [{ username: 'kari@firma.no', details: change }], 'and is in the security log')
})

test('a provider that verifies no e-mail address, as Entra ID, lets in who is invited by the chosen claim', async (t) => {
  const entra: Person = {
    sub: 'kari-1',
    claims: { name: 'Kari', email: 'ola@firma.no', preferred_username: 'kari@firma.no' },
  }
  const names = ['kari@firma.no', 'ola@firma.no']
  const enter = async (settings: object) => {
    const { gateway, letIn } = await aGatewayWithProvider(t, settings)
    for (const username of names) {
      const invited = { username, name: 'x', role: 'leser', passwordHash: null } as const
      await createAccount(gateway.access.db, invited, new Date())
    }
    letIn(entra)
    const browser = client(gateway.base)
    const back = await signIn(gateway, browser)
    const session = await browser('GET', '/api/session')
    return { to: locationOf(back), session }
  }
  t.match(await enter({ OIDC_USERNAME_CLAIM: 'preferred_username' }), {
    to: '/',
    session: { body: { data: { user: { username: 'kari@firma.no' } } } },
  })
  t.match(await enter({}), { to: '/?feil=ukjent', session: { status: 401 } })
  t.match(await enter({ OIDC_USERNAME_CLAIM: 'upn' }), { to: '/?feil=ukjent' }, 'without the claim')
})

test('the provider cannot change the role of the last administrator', async (t) => {
  const { gateway, letIn } = await aGatewayWithProvider(t)
  const { access, base } = gateway
  const only = { username: 'kari@firma.no', name: 'Kari', role: 'administrator' } as const
  await createAccount(access.db, { ...only, passwordHash: null }, new Date())
  const roleAfter = async (...roles: string[]) => {
    letIn(kari({ roles }))
    const browser = client(base)
    await signIn(gateway, browser)
    return (await browser('GET', '/api/session')).body.data
  }
  t.match(await roleAfter('leser'), { user: { role: 'administrator' } })
  t.match(await roleAfter('leser'), { user: { role: 'administrator' } })
  await gateway.addAccount('another', 'administrator')
  t.match(await roleAfter('leser'), { user: { role: 'leser' } })
})

test('unknown, unverified and deactivated users cannot log in', async (t) => {
  const { gateway, letIn } = await aGatewayWithProvider(t)
  const { access, base } = gateway
  const problem = async (person: Person) => {
    letIn(person)
    const browser = client(base)
    const location = locationOf(await signIn(gateway, browser))
    t.equal((await browser('GET', '/api/session')).status, 401)
    return location
  }
  t.equal(await problem(kari()), '/?feil=ukjent')
  await gateway.addAccount('kari@firma.no', 'administrator')
  t.equal(await problem(kari()), '/?feil=ukjent', 'an account with a password is not taken over')
  const lookalike = { email: '\u0430dmin@firma.no', email_verified: true, roles: ['leser'] }
  t.equal(await problem({ sub: 'l', claims: lookalike }), '/?feil=ukjent')
  const ola = { username: 'ola@firma.no', name: 'Ola', role: 'leser', passwordHash: null } as const
  await createAccount(access.db, ola, new Date())
  const unproven = { sub: 'o', claims: { email: 'ola@firma.no', email_verified: false } }
  t.equal(await problem(unproven), '/?feil=ukjent')
})

test('with a default role every user of the provider can log in', async (t) => {
  const { gateway, letIn } = await aGatewayWithProvider(t, { OIDC_DEFAULT_ROLE: 'leser' })
  letIn(kari())
  const browser = client(gateway.base)
  await signIn(gateway, browser)
  t.match((await browser('GET', '/api/session')).body.data, {
    user: { username: 'kari@firma.no', name: 'Kari', role: 'leser' },
  })
  const { data: log } = await gateway.access.log.read({ limit: 10, event: 'user_created' })
  t.match(log, [{ username: 'kari@firma.no', details: { role: 'leser', by: 'oidc' } }])
  letIn({ sub: 'o', claims: { email: 'ola@firma.no', email_verified: true, name: 'Ola\u001b' } })
  const ola = client(gateway.base)
  await signIn(gateway, ola)
  t.match((await ola('GET', '/api/session')).body.data, { user: { name: 'ola@firma.no' } })
})

test('callbacks without a login, or of another browser, are refused', async (t) => {
  const { gateway, letIn } = await aGatewayWithProvider(t, { OIDC_DEFAULT_ROLE: 'leser' })
  letIn(kari())
  const { base } = gateway
  const victim = client(base)
  const start = await victim('GET', '/api/session/oidc')
  const back = (await throughProvider(locationOf(start))).slice(base.length)
  const changed = (name: string, value: string) => {
    const url = new URL(base + back)
    url.searchParams.set(name, value)
    return url.href.slice(base.length)
  }
  const attempts: [Client, string][] = [
    [client(base), back],
    [client(base), '/api/session/oidc/callback?code=x&state=y'],
    [victim, changed('state', 'another')],
  ]
  for (const [someone, path] of attempts) {
    t.equal(locationOf(await someone('GET', path)), '/?feil=avbrutt', path)
    t.equal((await someone('GET', '/api/session')).status, 401)
  }
  t.equal(locationOf(await victim('GET', back)), '/?feil=avbrutt', 'a callback works only once')
  const again = await victim('GET', '/api/session/oidc')
  const fresh = (await throughProvider(locationOf(again))).slice(base.length)
  const forged = fresh.replace(/code=[^&]+/, 'code=made-up')
  t.equal(locationOf(await victim('GET', forged)), '/?feil=avbrutt')
  const elsewhere = await client(base)('GET', '/api/session/oidc?to=//evil.example')
  t.notMatch(decodeURIComponent(locationOf(elsewhere)), 'evil')
})

test('a provider that is down gives an error, and is tried again at the next login', async (t) => {
  const gateway = await startTestGateway(t, {
    oidc: oidcOf({ OIDC_ISSUER: 'http://127.0.0.1:1' }),
  })
  const reply = await client(gateway.base)('GET', '/api/session/oidc')
  t.match([reply.status, locationOf(reply)], [302, '/?feil=utilgjengelig'])
})
