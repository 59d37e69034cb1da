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

/** How long files lie in the bin: as long as backups are kept, so that a restored log finds its files. */
const binned = 30 * day

/** Puts files that nothing refers to into the bin, a day after they came. Answers how many. */
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
      await store.discard(name, now())
      removed++
    })
  }
  await store.emptyBin(new Date(now().getTime() - binned))
  return removed
}
