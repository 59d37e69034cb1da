/** 'shared' for who relies on a thing, 'own' for who changes or removes it. */
export type Lock = { readonly key: string; readonly mode: 'shared' | 'own' }

type Queue = { readers: number; owned: boolean; waiting: { mode: Lock['mode']; go: () => void }[] }

export const shared = (key: string): Lock => ({ key, mode: 'shared' })
export const exclusive = (key: string): Lock => ({ key, mode: 'own' })

/**
 * Keeps commands of this process out of each other's way where one checks what the other removes, first
 * come, first served. Between processes the expected revisions decide.
 */
export const createLocks = () => {
  const queues = new Map<string, Queue>()

  const admit = (queue: Queue) => {
    for (let first = queue.waiting[0]; first; first = queue.waiting[0]) {
      const may = first.mode === 'shared' ? !queue.owned : !queue.owned && queue.readers === 0
      if (!may) return
      queue.waiting.shift()
      if (first.mode === 'shared') queue.readers++
      else queue.owned = true
      first.go()
    }
  }
  const take = ({ key, mode }: Lock): Promise<void> => {
    const queue = queues.get(key) ?? { readers: 0, owned: false, waiting: [] }
    queues.set(key, queue)
    return new Promise((go) => {
      queue.waiting.push({ mode, go })
      admit(queue)
    })
  }
  const release = ({ key, mode }: Lock) => {
    const queue = queues.get(key)!
    if (mode === 'shared') queue.readers--
    else queue.owned = false
    admit(queue)
    if (queue.readers === 0 && !queue.owned) queues.delete(key)
  }

  /** Runs with all of these taken. They are taken in one order by everybody, so no two wait for each other. */
  return async <T>(wanted: readonly Lock[], run: () => Promise<T>): Promise<T> => {
    const held: Lock[] = []
    try {
      for (const lock of inOrder(wanted)) {
        await take(lock)
        held.push(lock)
      }
      return await run()
    } finally {
      for (const lock of held) release(lock)
    }
  }
}

export type Locks = ReturnType<typeof createLocks>

const inOrder = (wanted: readonly Lock[]): readonly Lock[] => {
  if (wanted.length < 2) return wanted
  const modes = new Map<string, Lock['mode']>()
  for (const { key, mode } of wanted) if (modes.get(key) !== 'own') modes.set(key, mode)
  return [...modes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, mode]) => ({ key, mode }))
}
