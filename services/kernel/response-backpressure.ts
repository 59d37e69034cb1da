import type { ServerResponse } from 'node:http'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { refused } from './refused.ts'

/** Bytes of answers in memory that clients have not read yet. */
const mostUnread = 64 * 1024 * 1024
const stalledAfter = 2_000

type Answer = Writable & { readonly readableLength?: number }
const unread = new Set<Answer>()

export const countUnread = (stream: Answer): void => {
  unread.add(stream)
  stream.once('close', () => unread.delete(stream))
}

export const isUnreadFull = (): boolean => {
  let bytes = 0
  for (const { writableLength, readableLength = 0 } of unread)
    bytes += writableLength + readableLength
  return bytes > mostUnread
}

export const readerTimeout = 5_000

/** Limits concurrent answers, because their bytes count only once they are sent. */
const fewAtOnce = pLimit(4)

/** Waits until earlier answers are read. @throws UNAVAILABLE after a timeout. */
export const answerWithRoom = (answer: () => unknown): Promise<unknown> => {
  const end = performance.now() + readerTimeout
  return fewAtOnce(async () => {
    // Lets the previous answer be counted.
    await setImmediate()
    for (; isUnreadFull(); await sleep(50))
      if (performance.now() > end) throw refused('UNAVAILABLE')
    return await answer()
  })
}

export const cutStalledReaders = (app: FastifyInstance): void => {
  const open = new Set<ServerResponse>()
  let before = new Map<ServerResponse, number>()
  app.addHook('onRequest', (_request, { raw }, done) => {
    countUnread(raw)
    open.add(raw)
    raw.once('close', () => open.delete(raw))
    done()
  })
  const look = () => {
    const taken = [...open]
      .filter(({ writableLength, socket }) => writableLength > 0 && socket)
      .map((raw) => [raw, raw.socket!.bytesWritten - raw.writableLength] as const)
    if (isUnreadFull())
      for (const [raw, bytes] of taken) if (before.get(raw) === bytes) raw.destroy()
    before = new Map(taken)
  }
  const timer = setInterval(look, stalledAfter).unref()
  app.addHook('onClose', () => clearInterval(timer))
}
