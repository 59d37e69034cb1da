import { own, type Locks } from '#command/kernel/locks.ts'
import { fileLock } from '#command/catalogue/streams.ts'
import type { FileStore } from './store.ts'

const day = 24 * 60 * 60 * 1000

type Needs = {
  readonly store: FileStore
  readonly locks: Locks
  /** Names of the files that records refer to now. */
  readonly referred: () => Iterable<string>
  readonly forget: (name: string) => void
  readonly now: () => Date
}

/** Removes files that nothing refers to, a day after they came. Answers how many. */
export const sweep = async ({ store, locks, referred, forget, now }: Needs): Promise<number> => {
  const before = new Date(now().getTime() - day)
  const inUse = new Set(referred())
  let removed = 0
  for await (const { name, storedAt } of store.list()) {
    if (storedAt >= before || inUse.has(name)) continue
    await locks([own(fileLock(name))], async () => {
      // Somebody may have come to refer to it since: under the lock nobody can.
      for (const other of referred()) if (other === name) return
      forget(name)
      await store.remove(name)
      removed++
    })
  }
  return removed
}
