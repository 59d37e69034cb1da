import { isSame } from '../../../services/kernel/is-same.ts'
import type { Call } from './call.ts'
import { code, Status } from './status.ts'

/** The official client sends nothing beside these. They tell no more than that there is such a server. */
const openToAll = new Set([
  '/event_store.client.server_features.ServerFeatures/GetSupportedMethods',
  '/event_store.client.gossip.Gossip/Read',
])

/**
 * Lets in only who knows the secret. It comes as the name of the connection: without TLS the official client
 * sends no password, but it does send the name that its connection string gives.
 */
export const onlyWith = (secret: string | undefined): ((path: string, call: Call) => void) => {
  if (secret === undefined) return () => undefined
  const expected = Buffer.from(secret)
  return (path, call) => {
    if (openToAll.has(path) || isSame(call.header('connection-name') ?? '', expected)) return
    throw new Status(code.unauthenticated, 'Unauthenticated')
  }
}
