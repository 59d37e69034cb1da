import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'

/**
 * A request's body, passed on as it comes. A service that refuses a file answers before it has read all of
 * it, and is then sent no more: the rest is taken from the client and dropped, since many clients, browsers
 * too, send all before they look at the answer.
 */
export const passing = (request: IncomingMessage): Readable => {
  const body = new PassThrough()
  request.once('error', (error) => body.destroy(error))
  body.once('close', () => {
    request.unpipe(body)
    request.resume()
  })
  return request.pipe(body)
}
