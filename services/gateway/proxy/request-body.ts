import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'

/** An import answers when it is done. */
export const answerWithin = 15 * 60_000
/** For a client to send the rest of a file that is refused already, before it is told so. */
const longestSending = 2_000

/**
 * A request's body, passed on as it comes. A service that refuses a file answers before it has read all of
 * it, and is then sent no more: the rest is taken from the client and dropped, since many clients, browsers
 * too, send all before they look at the answer.
 */
export const passingBody = (request: IncomingMessage): Readable => {
  const body = new PassThrough()
  request.once('error', (error) => body.destroy(error))
  // One that waits for its turn has nobody else to hear of it.
  body.on('error', () => undefined)
  body.once('close', () => {
    request.unpipe(body)
    request.resume()
  })
  return request.pipe(body)
}

/** One that stops sending is cut off; one that has sent all may wait as long as the work takes. */
export const limitSilence = (
  raw: IncomingMessage,
  reply: ServerResponse,
  silence: number,
): void => {
  const isUpload = !raw.complete
  raw.socket.setTimeout(isUpload ? silence : answerWithin)
  if (isUpload) raw.once('end', () => raw.socket?.setTimeout(answerWithin))
  reply.once('finish', () => raw.socket?.setTimeout(silence))
}

/** Many clients send all before they look at the answer, and take an early one for a fault. */
export const onceSent = (raw: IncomingMessage, send: () => void): void => {
  if (raw.complete) return send()
  raw.unpipe().resume()
  const late = setTimeout(send, longestSending)
  raw.once('end', () => {
    clearTimeout(late)
    send()
  })
}
