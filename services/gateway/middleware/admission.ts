import type { IncomingHttpHeaders } from 'node:http'
import { hostname, networkInterfaces } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refused } from '#kernel/refused.ts'
import type { Access } from '#access/access.ts'
import { sidOf } from '#access/sessions/cookies.ts'
import { networkOf } from '#access/store/visitor.ts'
import { tokenOf } from '#access/tokens/tokens.ts'
import { createRateLimit } from './rate-limit.ts'

export type AdmitOptions = {
  readonly host: string
  readonly publicUrl?: string | undefined
  readonly allowedHosts?: readonly string[]
  readonly rate: { readonly perSecond: number; readonly burst: number }
}

export const isApi = (url: string): boolean => /^\/(api|objects)(\/|\?|$)/.test(url)
/** The provider of an OIDC login sends the browser here from its own site. */
const isReturn = (url: string) => url.startsWith('/api/session/oidc')

const safe = ['GET', 'HEAD', 'OPTIONS']

/**
 * Whether a request may have come from our own pages. Browsers say where a request comes from in
 * Sec-Fetch-Site, older ones in Origin; what says neither is no browser, and cannot be misled.
 */
const isOwnRequest = (
  method: string,
  headers: IncomingHttpHeaders,
  publicOrigin: string | undefined,
): boolean => {
  const site = headers['sec-fetch-site']
  // 'none': typed in or opened from a bookmark. Another port of this machine is 'same-site' only.
  if (site !== undefined)
    return site === 'same-origin' || (site === 'none' && safe.includes(method))
  const { origin, host } = headers
  return origin === undefined || origin === publicOrigin || origin === `http://${host}`
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, '').toLowerCase()

const wildcards = ['0.0.0.0', '::']

/** By what names a browser on the network may call this machine, when it listens to all of them. */
const namesOfMachine = (): string[] => [
  hostname().toLowerCase(),
  ...Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
]

/**
 * Whether a Host header names us. A page that points its own name at this machine (DNS rebinding) can
 * make a browser call here, but only by that name.
 */
const createKnownHosts = ({ host, publicUrl, allowedHosts = [] }: AdmitOptions) => {
  const allowed = allowedHosts.map((name) => name.toLowerCase())
  const names = new Set(['localhost', '127.0.0.1', '[::1]', ...allowed])
  if (wildcards.includes(host)) for (const name of namesOfMachine()) names.add(name)
  else names.add(host.includes(':') ? `[${host}]` : host.toLowerCase())
  if (publicUrl !== undefined) names.add(new URL(publicUrl).hostname.toLowerCase())
  return (header: string | undefined): boolean =>
    header !== undefined && names.has(withoutPort(header))
}

/** Before anything is known of a request: the name that it calls us by. */
export const refuseUnknownHosts = (app: FastifyInstance, options: AdmitOptions): void => {
  const isKnownHost = createKnownHosts(options)
  app.addHook('onRequest', async ({ raw }) => {
    if (!isKnownHost(raw.headers.host)) throw refused('FORBIDDEN', 'Ukjent vertsnavn.')
  })
}

/** How often somebody may ask, and from which site. Comes after the cookies. */
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
    // After the limit: what is refused here leaves a note.
    const { method, url, headers } = request.raw
    // Another site cannot make a browser send a token.
    const isWatched = token === undefined && (method !== 'GET' || isApi(url!)) && !isReturn(url!)
    if (!isWatched || isOwnRequest(method!, headers, publicOrigin)) return
    noteForeign(request)
    throw refused('FORBIDDEN', 'Forespørselen kommer fra et annet nettsted.')
  })
}
