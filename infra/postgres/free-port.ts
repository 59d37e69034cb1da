import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the ephemeral range, so that no outgoing connection takes the port while a server restarts.
const lowest = 10_000
const highest = 32_000

/** A range of its own for each of `count` processes that run beside each other, for `FREE_PORTS`. */
export const portRange = (at: number, count: number): string => {
  const width = Math.floor((highest - lowest) / count)
  return `${lowest + at * width}-${lowest + (at + 1) * width}`
}

/** Null if a server could listen there, else the error code. */
export const listenProblem = (port: number, host: string): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })

const reserved = new Set<number>()

/** `freePort` will not return it in this process. */
export const reservePort = (port: number): void => {
  reserved.add(port)
}

/**
 * Never the same port twice in a process. Another process may take it before it is used, so the caller must be able to
 * retry.
 */
export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  const range = process.env['FREE_PORTS'] ?? portRange(0, 1)
  const [from, to] = range.split('-').map(Number)
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(from!, to!)
    if (reserved.has(port) || (await listenProblem(port, host)) !== null) continue
    reserved.add(port)
    return port
  }
  throw new Error('Fant ingen ledig port på maskinen.')
}
