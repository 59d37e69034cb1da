import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { sql, type DatabasePool } from 'slonik'
import type { Position } from '#contracts/event-log.ts'
import { refused } from '#kernel/refused.ts'
import type { BomModel } from '../model.ts'
import type { Extent } from './extent.ts'
import { loadPast } from './load-past.ts'

/** Links and items of all kept models together, some 250 bytes each. */
const mostKept = 600_000
const loadsAtOnce = 2
const mostWaiting = 30

type Asked = { readonly position: Position; readonly extent: Extent }
type Loaded = { readonly model: BomModel; readonly size: number }

/** Models of what was, each loaded once while it is asked for; what was is never changed. */
export const createPastModels = (pool: DatabasePool) => {
  const limit = pLimit(loadsAtOnce)
  const load = ({ position, extent }: Asked) =>
    pool.transaction(async (tx) => {
      await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`)
      return loadPast(tx, position, extent)
    })
  const models = new LRUCache<string, Loaded, Asked>({
    maxSize: mostKept,
    sizeCalculation: ({ size }) => size + 1,
    fetchMethod: (_key, _old, { context }) => {
      if (limit.pendingCount >= mostWaiting)
        throw refused('TOO_MANY_REQUESTS', 'Mange ser bakover i tid samtidig. Prøv igjen om litt.')
      return limit(() => load(context))
    },
  })
  return async (position: Position, extent: Extent): Promise<BomModel> => {
    const key = `${position} ${Object.values(extent).join(' ')}`
    const { model } = (await models.fetch(key, { context: { position, extent } }))!
    return model
  }
}
