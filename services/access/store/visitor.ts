import type { FastifyRequest } from 'fastify'

export type Visitor = { readonly address: string; readonly browser: string }

const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
] as const

const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const nameIn = (table: readonly (readonly [RegExp, string])[], agent: string) =>
  table.find(([pattern]) => pattern.test(agent))?.[1]

/** "Firefox på Windows": enough for users to recognize their sessions. */
export const browserName = (agent: string | undefined): string => {
  if (!agent) return 'Ukjent'
  const browser = nameIn(browsers, agent) ?? 'Ukjent nettleser'
  const system = nameIn(systems, agent)
  return system ? `${browser} på ${system}` : browser
}

export const visitorOf = (request: FastifyRequest): Visitor => ({
  address: request.ip,
  browser: browserName(request.headers['user-agent']),
})

/** An IPv6 network is its first 64 bits. */
export const networkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = ''] = address.split('::')
  return [...head.split(':'), '0', '0', '0', '0'].slice(0, 4).join(':')
}
