/** The secret travels as the connection name. */
export const addressOf = (host: string, port: number, secret?: string): string => {
  const name = secret === undefined ? '' : `&connectionName=${encodeURIComponent(secret)}`
  return `esdb://${host.includes(':') ? `[${host}]` : host}:${port}?tls=false${name}`
}
