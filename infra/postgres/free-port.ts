import { createServer, type AddressInfo } from 'node:net'

/** A port nobody listens on at this moment. Whoever takes it must be ready to find it taken. */
export const freePort = (host = '127.0.0.1'): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
