/** Where an embedded store is, for the official client; with the secret, if it asks for one. */
export const addressOf = (host: string, port: number, secret?: string): string => {
  const name = secret === undefined ? '' : `&connectionName=${encodeURIComponent(secret)}`
  return `esdb://${host.includes(':') ? `[${host}]` : host}:${port}?tls=false${name}`
}
