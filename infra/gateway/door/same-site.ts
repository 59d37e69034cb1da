import type { IncomingHttpHeaders } from 'node:http'

const safe = ['GET', 'HEAD', 'OPTIONS']

const first = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header[0] : header

/**
 * Whether a request may have come from our own pages. Browsers say where a request comes from in
 * Sec-Fetch-Site, older ones in Origin; what says neither is no browser, and cannot be misled.
 */
export const isOwnRequest = (
  method: string,
  headers: IncomingHttpHeaders,
  publicOrigin: string | undefined,
): boolean => {
  const site = first(headers['sec-fetch-site'])
  // 'none': typed in or opened from a bookmark. Another port of this machine is 'same-site' only.
  if (site !== undefined)
    return site === 'same-origin' || (site === 'none' && safe.includes(method))
  const origin = first(headers.origin)
  if (origin === undefined) return true
  if (publicOrigin !== undefined && origin === publicOrigin) return true
  return origin === `http://${headers.host}`
}
