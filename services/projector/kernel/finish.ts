import pLimit from 'p-limit'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Tables } from './apply.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Projection } from './projection.ts'
import { analyse } from './schema.ts'

type Finishing = {
  readonly signal?: AbortSignal
  /** Told of how many steps are done, of how many. */
  readonly progress: (done: number, steps: number) => void
}

const atATime = 2

const finished = sql.type(z.object({ projection: z.string() }))`select projection from finished`

/** All is read, and something is perhaps finished. */
export const isFinishing = ({ pool }: Pick<Tables, 'pool'>): Promise<boolean> =>
  pool.exists(sql.unsafe`select where to_regclass('finished') is not null`)

/** What is made in one go when all is read: of each projection all or nothing, two of them beside each other. */
export const finish = async (
  { pool, projections }: Tables,
  { tables }: Checkpoint,
  { signal, progress }: Finishing,
): Promise<void> => {
  await pool.query(sql.unsafe`create table if not exists finished (projection text primary key)`)
  const known = new Set(await pool.anyFirst(finished))
  const left = projections.filter(({ name, filled }) => filled && !known.has(name))
  const steps = left.flatMap(({ filled = [] }) => filled).length + 1
  let done = 0
  const makeAll = ({ name, filled = [] }: Projection) =>
    pool.transaction(async (tx) => {
      for (const step of filled) {
        signal?.throwIfAborted()
        progress(done++, steps)
        await step(tx)
      }
      await tx.query(sql.unsafe`insert into finished values (${name})`)
    })
  const inTurn = pLimit(atATime)
  // The last first: they have the most to do.
  const made = await Promise.allSettled(
    left.toReversed().map((projection) => inTurn(makeAll, projection)),
  )
  for (const one of made) if (one.status === 'rejected') throw one.reason
  signal?.throwIfAborted()
  progress(done, steps)
  await pool.transaction(async (tx) => {
    await analyse(tx, tables)
    await tx.query(sql.unsafe`drop table finished`)
    await tx.query(sql.unsafe`update checkpoint set filled = true`)
  })
}
