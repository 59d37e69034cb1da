import type { IncomingMessage } from 'node:http'
import { createAccessLog } from '#kernel/access-log.ts'
import { countRequest } from '#kernel/metrics.ts'
import { createServer } from '#kernel/server.ts'
import type { App } from '#kernel/types.ts'
import { requestIdOf } from '#kernel/request-id.ts'
import { accountOf } from '#access/rules.ts'

/** Milliseconds: for the request headers, between two chunks of the body, and between two reads of the answer. */
export const defaultTimeouts = { headers: 20_000, silence: 120_000, reading: 60_000 }
export type Timeouts = Readonly<typeof defaultTimeouts>

type Options = {
  readonly trustProxy?: readonly string[]
  readonly timeouts: Timeouts
  readonly logLevel?: string
}

/** A request line may have the whole address, for any host. Rules and the security log look at the path. */
const pathOf = ({ url = '/' }: IncomingMessage): string =>
  url.replace(/^https?:\/\/[^/?]*\/?/i, '/')

export const createGatewayServer = (
  { logLevel = 'info', trustProxy = [], timeouts }: Options,
  comesByProxy: (raw: IncomingMessage) => boolean,
): App => {
  const app = createServer('gateway', logLevel, {
    logController: createAccessLog({ level: 'info', userOf: accountOf, answered: countRequest }),
    // Per pause, not in total: a large upload may take long.
    connectionTimeout: timeouts.silence,
    requestTimeout: 30 * 60_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.headers / 4 },
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    rewriteUrl: pathOf,
    genReqId: (raw) => requestIdOf(raw, comesByProxy(raw)),
  })
  app.addHook('preClose', async () => {
    // Idle keep-alive connections would delay the stop by a minute.
    const timer = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(timer))
  })
  return app
}
