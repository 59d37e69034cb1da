import { ServerInterceptingCall, status, type ServerInterceptor } from '@grpc/grpc-js'
import { isEqualInConstantTime } from '#kernel/constant-time.ts'

/** The official client sends nothing beside these. They tell no more than that there is such a server. */
const openToAll = new Set([
  '/event_store.client.server_features.ServerFeatures/GetSupportedMethods',
  '/event_store.client.gossip.Gossip/Read',
])

/**
 * Lets in only who knows the secret. It comes as the name of the connection: without TLS the official client
 * sends no password, but it does send the name that its connection string gives.
 */
export const requireSecret = (secret: string): ServerInterceptor => {
  const expected = Buffer.from(secret)
  return ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) => {
            const [name = ''] = metadata.get('connection-name')
            if (openToAll.has(path) || isEqualInConstantTime(String(name), expected))
              proceed(metadata)
            else call.sendStatus({ code: status.UNAUTHENTICATED, details: 'Unauthenticated' })
          },
        }),
    })
}
