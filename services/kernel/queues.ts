import pLimit, { type LimitFunction } from 'p-limit'
import { refused } from './refused.ts'

/** Refuses what would have to wait behind `longest` others. */
export const enqueue = <T>(
  limit: LimitFunction,
  longest: number,
  work: () => Promise<T>,
  refusal?: string,
): Promise<T> => {
  if (limit.pendingCount >= longest) throw refused('TOO_MANY_REQUESTS', refusal)
  return limit(work)
}

export const createQueues = (concurrency: number, longest = Infinity) => {
  const queues = new Map<string, LimitFunction>()

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? pLimit(concurrency)
    queues.set(key, queue)
    try {
      return await enqueue(queue, longest, work)
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(key)
    }
  }
}
