import { networkInterfaces, hostname } from 'node:os'

const withoutPort = (host: string): string => host.replace(/:\d+$/, '').toLowerCase()

const wildcards = ['0.0.0.0', '::']

/** By what names a browser on the network may call this machine, when it listens to all of them. */
const namesOfMachine = (): string[] => [
  hostname().toLowerCase(),
  ...Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
]

export type HostOptions = {
  readonly host: string
  readonly publicUrl?: string | undefined
  readonly allowedHosts?: readonly string[]
}

/**
 * Whether a Host header names us. A page that points its own name at this machine (DNS rebinding) can
 * make a browser call here, but only by that name.
 */
export const createKnownHosts = ({ host, publicUrl, allowedHosts = [] }: HostOptions) => {
  const allowed = allowedHosts.map((name) => name.toLowerCase())
  const names = new Set(['localhost', '127.0.0.1', '[::1]', ...allowed])
  if (wildcards.includes(host)) for (const name of namesOfMachine()) names.add(name)
  else names.add(host.includes(':') ? `[${host}]` : host.toLowerCase())
  if (publicUrl !== undefined) names.add(new URL(publicUrl).hostname.toLowerCase())
  return (header: string | undefined): boolean =>
    header !== undefined && names.has(withoutPort(header))
}
