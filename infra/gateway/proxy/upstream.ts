import { Pool } from 'undici'

/** A service behind the gateway. */
export type Upstream = {
  readonly name: 'command' | 'projector'
  readonly pool: Pool
  readonly get: (path: string, within: number) => Promise<{ status: number; body: unknown }>
  readonly close: () => Promise<void>
}

const headersWithin = 60_000

export const upstream = (name: Upstream['name'], url: string, internalToken: string): Upstream => {
  const pool = new Pool(url, {
    connections: 256,
    pipelining: 1,
    connect: { timeout: 2000 },
    headersTimeout: headersWithin,
    // Answers may be streams of events that say nothing for a while.
    bodyTimeout: 0,
  })
  return {
    name,
    pool,
    get: async (path, within) => {
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path,
        headers: { 'x-internal-token': internalToken },
        signal: AbortSignal.timeout(within),
      })
      return { status: statusCode, body: await body.json() }
    },
    close: () => pool.destroy(),
  }
}
