import { exclusive, type Locks } from '#kernel/locks.ts'
import { fileLock } from '../item/references.ts'
import type { Follower } from '../model/follower.ts'
import type { Model } from '../model/model.ts'
import type { Objects } from './open.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Files stay in the bin as long as backups are kept, so that a restored log finds its files. */
const binned = 30 * day

type Options = {
  readonly objects: Pick<Objects, 'store' | 'receiver'> | undefined
  readonly locks: Locks
  readonly model: Pick<Model, 'files'>
  readonly following: Pick<Follower, 'failure'>
  readonly now: () => Date
  readonly logger: Record<'info' | 'error', (about: object, text: string) => void>
}

/** Every hour moves unreferenced files to the bin, if they are older than a day. */
export const createSweeper = ({ objects, locks, model, following, now, logger }: Options) => {
  const ago = (time: number) => new Date(now().getTime() - time)

  const sweep = async (): Promise<number> => {
    if (!objects) return 0
    const { store, receiver } = objects
    await receiver.clean(ago(hour))
    const before = ago(day)
    const inUse = new Set(model.files())
    let removed = 0
    for await (const { name, storedAt } of store.list()) {
      if (storedAt >= before || inUse.has(name)) continue
      await locks([exclusive(fileLock(name))], async () => {
        // Checked again under the lock, since a new reference may have appeared.
        if (model.files().includes(name)) return
        await store.discard(name, now())
        removed++
      })
    }
    await store.emptyBin(ago(binned))
    return removed
  }

  const timer = setInterval(() => {
    if (following.failure() !== null) return
    sweep().then(
      (removed) => removed > 0 && logger.info({ removed }, 'files that nothing referred to'),
      (err: unknown) => logger.error({ err }, 'could not look through the files'),
    )
  }, hour).unref()

  return { sweep, stop: () => clearInterval(timer) }
}
