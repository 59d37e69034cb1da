import { refused } from '../../../services/kernel/refused.ts'

type Queue = { tail: Promise<void>; length: number }

const longest = 200

/** Work under one key runs one after the other; under different keys side by side. */
export const inTurn = () => {
  const queues = new Map<string, Queue>()

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { tail: Promise.resolve(), length: 0 }
    if (queue.length >= longest) throw refused('TOO_MANY_REQUESTS')
    const before = queue.tail
    const done = Promise.withResolvers<void>()
    queue.tail = done.promise
    queue.length++
    queues.set(key, queue)
    await before
    try {
      return await work()
    } finally {
      done.resolve()
      if (--queue.length === 0) queues.delete(key)
    }
  }
}
