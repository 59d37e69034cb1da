import { once } from 'node:events'
import { connect } from 'node:net'

/** Asks the service and gives the status of the answer, whose body has been received whole. */
export type Ask = (body: string) => Promise<number>

const headEnd = Buffer.from('\r\n\r\n')

/** The status and the whole length of the answer that `bytes` begins with; undefined while there is too little. */
const answerIn = (bytes: Buffer) => {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without a length: ${head}`)
  return { status: Number(head.slice(9, 12)), length: end + 4 + Number(length) }
}

/**
 * A connection that posts one request after the other, with as little work of its own as wrk has: the
 * machine's cores are shared with what is measured.
 */
export const poster = async (
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ ask: Ask; close: () => void }> => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join('')}content-length: `
  let waiting: PromiseWithResolvers<number> | undefined
  let received: Buffer = Buffer.alloc(0)

  const open = async () => {
    const opened = connect(port, '127.0.0.1')
    await once(opened, 'connect')
    opened.setNoDelay(true)
    received = Buffer.alloc(0)
    opened.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const answer = answerIn(received)
      if (!answer || received.length < answer.length) return
      received = received.subarray(answer.length)
      waiting?.resolve(answer.status)
    })
    return opened.on('close', () => waiting?.reject(new Error('The service closed a connection')))
  }
  let socket = await open()

  return {
    ask: async (body) => {
      // The service closes what has been idle for a while, as while others are measured.
      if (socket.destroyed) socket = await open()
      waiting = Promise.withResolvers<number>()
      socket.write(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`)
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}
