/** 'shared' for readers, 'exclusive' for writers. */
export type Lock = { readonly key: string; readonly mode: 'shared' | 'exclusive' }

/** `exclusive`: when all earlier exclusive locks are released; `all`: when all earlier locks are. */
type Queue = { users: number; exclusive: Promise<unknown>; all: Promise<unknown> }

export const shared = (key: string): Lock => ({ key, mode: 'shared' })
export const exclusive = (key: string): Lock => ({ key, mode: 'exclusive' })

// Keyed read-write locks within this process, first come, first served. Between processes the expected revisions of
// appends prevent conflicts.
export const createLocks = () => {
  const queues = new Map<string, Queue>()
  const queueOf = (key: string): Queue => {
    const queue = queues.get(key) ?? {
      users: 0,
      exclusive: Promise.resolve(),
      all: Promise.resolve(),
    }
    queues.set(key, queue)
    return queue
  }

  /** Joins all queues in one step, so that two callers cannot deadlock. */
  return async <T>(locks: readonly Lock[], run: () => Promise<T>): Promise<T> => {
    const done = Promise.withResolvers<void>()
    const joined = locks.map(({ key, mode }) => ({ key, mode, queue: queueOf(key) }))
    const before = joined.map(
      ({ mode, queue }) => queue[mode === 'exclusive' ? 'all' : 'exclusive'],
    )
    for (const { mode, queue } of joined) {
      queue.users++
      // Drops the values: the chained promises would keep them in memory while the lock is in use.
      queue.all = Promise.all([queue.all, done.promise]).then(() => undefined)
      if (mode === 'exclusive') queue.exclusive = done.promise
    }
    try {
      await Promise.all(before)
      return await run()
    } finally {
      done.resolve()
      for (const { key, queue } of joined) if (--queue.users === 0) queues.delete(key)
    }
  }
}

export type Locks = ReturnType<typeof createLocks>
