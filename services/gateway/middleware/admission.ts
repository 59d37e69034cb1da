import type { IncomingHttpHeaders } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { refused } from '#kernel/refused.ts'
import type { Access } from '#access/access.ts'
import { sidOf } from '#access/sessions/cookies.ts'
import { networkOf } from '#access/store/visitor.ts'
import { tokenOf } from '#access/tokens/tokens.ts'

export type AdmitOptions = {
  readonly host: string
  readonly publicUrl?: string | undefined
  readonly allowedHosts?: readonly string[]
  readonly rate: { readonly perSecond: number; readonly burst: number }
}

export const isApi = (url: string): boolean => /^\/(api|objects)(\/|\?|$)/.test(url)
/** An OIDC provider redirects the browser here from another site. */
const isReturn = (url: string) => url.startsWith('/api/session/oidc')

const safe = ['GET', 'HEAD', 'OPTIONS']

// CSRF check. Browsers send Sec-Fetch-Site, older ones Origin; a client that sends neither is no browser
// and cannot be tricked by another site.
const isOwnRequest = (
  method: string,
  headers: IncomingHttpHeaders,
  publicOrigin: string | undefined,
): boolean => {
  const site = headers['sec-fetch-site']
  // 'none': typed or from a bookmark. Another port of this host is 'same-site', which is not enough.
  if (site !== undefined)
    return site === 'same-origin' || (site === 'none' && safe.includes(method))
  const { origin, host } = headers
  return origin === undefined || origin === publicOrigin || origin === `http://${host}`
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, '').toLowerCase()

const wildcards = ['0.0.0.0', '::']

const namesOfMachine = (): string[] => [
  hostname().toLowerCase(),
  ...Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
]

/** Prevents DNS rebinding: another site's name that points to this machine is refused. */
const createKnownHosts = ({ host, publicUrl, allowedHosts = [] }: AdmitOptions) => {
  const allowed = allowedHosts.map((name) => name.toLowerCase())
  const names = new Set(['localhost', '127.0.0.1', '[::1]', ...allowed])
  if (wildcards.includes(host)) for (const name of namesOfMachine()) names.add(name)
  else names.add(host.includes(':') ? `[${host}]` : host.toLowerCase())
  if (publicUrl !== undefined) names.add(new URL(publicUrl).hostname.toLowerCase())
  return (header: string | undefined): boolean =>
    header !== undefined && names.has(withoutPort(header))
}

export const refuseUnknownHosts = (app: FastifyInstance, options: AdmitOptions): void => {
  const isKnownHost = createKnownHosts(options)
  app.addHook('onRequest', async ({ raw }) => {
    if (!isKnownHost(raw.headers.host)) throw refused('FORBIDDEN', 'Ukjent vertsnavn.')
  })
}

/** Needs a clock that is never set back: each second back would take away the requests of one. */
export const createRateLimit = (
  perSecond: number,
  burst: number,
  now: () => number = () => performance.now(),
) => {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: 50_000 })

  /** Null if the caller may pass, else the seconds to wait. */
  return (key: string): number | null => {
    const time = now()
    const bucket = buckets.get(key) ?? { tokens: burst, at: time }
    buckets.set(key, bucket)
    bucket.tokens = Math.min(burst, bucket.tokens + ((time - bucket.at) / 1000) * perSecond)
    bucket.at = time
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perSecond)
    bucket.tokens--
    return null
  }
}

/** Must run after cookie parsing, because the session identifies the caller. */
export const limitAndCheckOrigin = (
  app: FastifyInstance,
  { rate, publicUrl }: AdmitOptions,
  { isKnown }: Access['tokens'],
  noteForeign: (request: FastifyRequest) => void,
): void => {
  const waitOf = createRateLimit(rate.perSecond, rate.burst)
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin
  app.addHook('onRequest', async (request) => {
    const token = tokenOf(request)
    const caller = token === undefined ? sidOf(request) : isKnown(token) ? token : undefined
    const wait = waitOf(caller ?? networkOf(request.ip))
    if (wait !== null) throw refused('TOO_MANY_REQUESTS', undefined, { retryAfter: wait })
    // After the rate limit, because each refusal writes to the security log.
    const { method, url, headers } = request.raw
    // Another site cannot make a browser send a token.
    const isWatched = token === undefined && (method !== 'GET' || isApi(url!)) && !isReturn(url!)
    if (!isWatched || isOwnRequest(method!, headers, publicOrigin)) return
    noteForeign(request)
    throw refused('FORBIDDEN', 'Forespørselen kommer fra et annet nettsted.')
  })
}
