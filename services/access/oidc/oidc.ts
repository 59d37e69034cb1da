import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  discovery,
  allowInsecureRequests,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
  type IDToken,
} from 'openid-client'
import { z } from 'zod'
import { role } from '#contracts/access-answers.ts'
import { requireTogether } from '#kernel/environment.ts'
import type { Pending } from '../sessions/cookies.ts'

const onThisMachine = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/

export const oidcEnvironment = {
  OIDC_ISSUER: z
    .url({ abort: true, error: 'må være en adresse som https://login.firma.no' })
    .refine((url) => url.startsWith('https://') || onThisMachine.test(url), {
      error: 'må begynne med https://',
    })
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_LABEL: z.string().default('Logg inn med jobbkonto'),
  /** The role of new users; without it they are refused. */
  OIDC_DEFAULT_ROLE: z
    .enum(role.options, { error: `må være en rolle: ${role.options.join(', ')}` })
    .optional(),
  /** The claim with the user name; by default `email`, which the provider must have verified. */
  OIDC_USERNAME_CLAIM: z.string().optional(),
  /** The claim with the role, or with a list of roles. */
  OIDC_ROLE_CLAIM: z.string().optional(),
}
const schema = z.object(oidcEnvironment)
export type OidcEnvironment = Readonly<z.output<typeof schema>>

export type Oidc = NonNullable<ReturnType<typeof createOidc>>

export const checkOidc = (env: OidcEnvironment): void =>
  requireTogether(
    env,
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
    ['OIDC_CLIENT_SECRET', 'OIDC_DEFAULT_ROLE', 'OIDC_USERNAME_CLAIM', 'OIDC_ROLE_CLAIM'],
  )

export const createOidc = (settings: OidcEnvironment) => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = settings
  if (issuer === undefined || clientId === undefined) return null
  let known: Promise<Configuration> | undefined
  // Cached at the first login, so that the provider may be down when we start.
  const configuration = (): Promise<Configuration> => {
    const options = onThisMachine.test(issuer) ? { execute: [allowInsecureRequests] } : undefined
    known ??= discovery(new URL(issuer), clientId, secret, undefined, options)
    known.catch(() => (known = undefined))
    return known
  }

  return {
    settings,
    start: async (redirectUri: string, to: string) => {
      const verifier = randomPKCECodeVerifier()
      const pending: Pending = { verifier, state: randomState(), nonce: randomNonce(), to }
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: pending.state,
        nonce: pending.nonce,
      })
      return { url: url.href, pending }
    },
    /** Returns the verified claims. @throws if the callback is invalid */
    finish: async (callback: URL, { verifier, state, nonce }: Pending): Promise<IDToken> => {
      const tokens = await authorizationCodeGrant(await configuration(), callback, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider gave no id token')
      const config = await configuration()
      if (config.serverMetadata().userinfo_endpoint === undefined) return claims
      // Some providers return the e-mail address and the roles only here.
      const more = await fetchUserInfo(config, tokens.access_token, claims.sub)
      return { ...more, ...claims }
    },
  }
}
