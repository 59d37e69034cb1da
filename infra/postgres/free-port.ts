import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the ephemeral range, so that no outgoing connection takes the port while a server restarts.
const lowest = 10_000
const highest = 32_000

/** Null if a server could listen there, else the error code. */
export const listenProblem = (port: number, host: string): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })

/** Another process may take the port first, so the caller must be able to retry. */
export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(lowest, highest)
    if ((await listenProblem(port, host)) === null) return port
  }
  throw new Error('Fant ingen ledig port på maskinen.')
}
