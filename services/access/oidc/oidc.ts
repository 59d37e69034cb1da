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
import { optionalText } from '#kernel/environment.ts'
import type { Pending } from '../sessions/cookies.ts'

export const oidcEnvironment = {
  OIDC_ISSUER: optionalText.pipe(z.url().optional()),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_LABEL: z.string().default('Logg inn med jobbkonto'),
  /** The role of new users; without it they are refused. */
  OIDC_DEFAULT_ROLE: optionalText.pipe(role.optional()),
  /** The claim with the user name; by default `email`, which the provider must have verified. */
  OIDC_USERNAME_CLAIM: optionalText,
  /** The claim with the role, or with a list of roles. */
  OIDC_ROLE_CLAIM: optionalText,
}
const schema = z.object(oidcEnvironment)
export type OidcEnvironment = Readonly<z.output<typeof schema>>

export type Oidc = NonNullable<ReturnType<typeof createOidc>>

export const createOidc = (settings: OidcEnvironment) => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = settings
  if (issuer === undefined || clientId === undefined) return null
  let known: Promise<Configuration> | undefined
  // Cached at the first login, so that the provider may be down when we start.
  const configuration = (): Promise<Configuration> => {
    const loopback = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(issuer)
    const options = loopback ? { execute: [allowInsecureRequests] } : undefined
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
