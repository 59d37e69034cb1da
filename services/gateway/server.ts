import type { IncomingMessage } from 'node:http'
import { createAccessLog } from '#kernel/access-log.ts'
import { countRequest } from '#kernel/metrics.ts'
import { createServer } from '#kernel/server.ts'
import type { App } from '#kernel/types.ts'
import { requestIdOf } from '#kernel/request-id.ts'
import { accountOf } from '#access/rules.ts'

/** How long a client may take: for its headers, between two pieces of its body, and of its answer. Milliseconds. */
export const usualPatience = { headers: 20_000, silence: 120_000, reading: 60_000 }
export type Patience = Readonly<typeof usualPatience>

type Options = {
  readonly trustProxy?: readonly string[]
  readonly patience?: Patience
  readonly logLevel?: string
}

/** What listens: limits of time, one line of log a request. */
export const createGatewayServer = (
  { logLevel = 'info', trustProxy = [], patience = usualPatience }: Options,
  comesByProxy: (raw: IncomingMessage) => boolean,
): App => {
  const app = createServer('gateway', logLevel, {
    logController: createAccessLog({ level: 'info', userOf: accountOf, answered: countRequest }),
    // A slow sender is cut off when it falls silent; the whole of a large file may take its time.
    connectionTimeout: patience.silence,
    requestTimeout: 30 * 60_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.headers / 4 },
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    genReqId: (raw) => requestIdOf(raw, comesByProxy(raw)),
  })
  app.addHook('preClose', async () => {
    // A connection kept open after its last answer would hold up the stop for a minute.
    const timer = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(timer))
  })
  return app
}
