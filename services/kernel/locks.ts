/** 'shared' for who relies on a thing, 'own' for who changes or removes it. */
export type Lock = { readonly key: string; readonly mode: 'shared' | 'own' }

/** What is waited for by who shares a thing, and by who wants it alone. */
type Queue = { users: number; own: Promise<unknown>; all: Promise<unknown> }

export const shared = (key: string): Lock => ({ key, mode: 'shared' })
export const exclusive = (key: string): Lock => ({ key, mode: 'own' })

/**
 * Keeps commands of this process out of each other's way where one checks what the other removes, first
 * come, first served. Between processes the expected revisions decide.
 */
export const createLocks = () => {
  const queues = new Map<string, Queue>()
  const queueOf = (key: string): Queue => {
    const queue = queues.get(key) ?? { users: 0, own: Promise.resolve(), all: Promise.resolve() }
    queues.set(key, queue)
    return queue
  }

  /** Runs with all of these taken. All queues are joined at once, so no two wait for each other. */
  return async <T>(wanted: readonly Lock[], run: () => Promise<T>): Promise<T> => {
    const done = Promise.withResolvers<void>()
    const joined = wanted.map(({ key, mode }) => ({ key, mode, queue: queueOf(key) }))
    const before = joined.map(({ mode, queue }) => queue[mode === 'own' ? 'all' : 'own'])
    for (const { mode, queue } of joined) {
      queue.users++
      // Without their values, which would hold each other for as long as the thing is in use.
      queue.all = Promise.all([queue.all, done.promise]).then(() => undefined)
      if (mode === 'own') queue.own = done.promise
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
