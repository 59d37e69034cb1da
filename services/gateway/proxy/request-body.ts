import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'

/** An import answers only when it is done. */
export const answerTimeout = 15 * 60_000
/** How long a refused upload may go on before the refusal is sent. */
const refusalDelay = 2_000

// A service may refuse an upload before it has read everything. The rest is read and dropped, because many
// clients, browsers too, send everything before they read the answer.
export const passingBody = (request: IncomingMessage): Readable => {
  const body = new PassThrough()
  request.once('error', (error) => body.destroy(error))
  // While the body waits in the queue, nobody else handles its errors.
  body.on('error', () => undefined)
  body.once('close', () => {
    request.unpipe(body)
    request.resume()
  })
  return request.pipe(body)
}

/** Limits pauses in an upload; after it the client waits as long as the work takes. */
export const limitSilence = (
  raw: IncomingMessage,
  reply: ServerResponse,
  silence: number,
): void => {
  const isUpload = !raw.complete
  raw.socket.setTimeout(isUpload ? silence : answerTimeout)
  if (isUpload) raw.once('end', () => raw.socket?.setTimeout(answerTimeout))
  reply.once('finish', () => raw.socket?.setTimeout(silence))
}

/** Many clients treat an answer during the upload as a network error. */
export const onceSent = (raw: IncomingMessage, send: () => void): void => {
  if (raw.complete) return send()
  raw.unpipe().resume()
  const late = setTimeout(send, refusalDelay)
  raw.once('end', () => {
    clearTimeout(late)
    send()
  })
}
