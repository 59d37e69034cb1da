import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below what systems hand out to outgoing connections, so that nobody takes it while a server restarts.
const lowest = 20_000
const highest = 32_000

/** Whether a server could listen there now; the reason why not otherwise. */
export const listenProblem = (port: number, host: string): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })

/** A port nobody listens on at this moment. Whoever takes it must be ready to find it taken. */
export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(lowest, highest)
    if ((await listenProblem(port, host)) === null) return port
  }
  throw new Error('Fant ingen ledig port på maskinen.')
}
