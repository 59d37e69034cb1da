import pLimit from 'p-limit'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Tables } from './apply.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Projection } from './projection.ts'
import { analyse } from './schema.ts'

type Finishing = {
  readonly signal?: AbortSignal
  /** Gets the number of finished steps and of all steps. */
  readonly progress: (done: number, steps: number) => void
}

const atATime = 3

const stages = ['derived', 'filled', 'completed'] as const
type Stage = (typeof stages)[number]

const finished = sql.type(z.object({ name: z.string() }))`select name from finished`

export const isFinishing = ({ pool }: Pick<Tables, 'pool'>): Promise<boolean> =>
  pool.exists(sql.unsafe`select where to_regclass('finished') is not null`)

/**
 * Runs the steps that follow the reading. The steps of one projection and stage are one transaction; three of these run
 * at once.
 */
export const finish = async (
  { pool, projections }: Tables,
  { tables }: Checkpoint,
  { signal, progress }: Finishing,
): Promise<void> => {
  await pool.query(sql.unsafe`create table if not exists finished (name text primary key)`)
  const known = new Set(await pool.anyFirst(finished))
  const left = (stage: Stage) =>
    projections.flatMap(({ name, [stage]: steps }: Projection) =>
      steps && !known.has(`${name} ${stage}`) ? [{ name: `${name} ${stage}`, steps }] : [],
    )
  const steps = stages.flatMap(left).flatMap((one) => one.steps).length + 1
  let done = 0
  const makeAll = ({ name, steps: own }: ReturnType<typeof left>[number]) =>
    pool.transaction(async (tx) => {
      for (const step of own) {
        signal?.throwIfAborted()
        progress(done++, steps)
        await step(tx)
      }
      await tx.query(sql.unsafe`insert into finished values (${name})`)
    })
  const inTurn = pLimit(atATime)
  for (const stage of stages) {
    // Last projections first, since they have the most work.
    const made = await Promise.allSettled(
      left(stage)
        .toReversed()
        .map((one) => inTurn(makeAll, one)),
    )
    for (const one of made) if (one.status === 'rejected') throw one.reason
  }
  signal?.throwIfAborted()
  progress(done, steps)
  await Promise.all(tables.map((table) => inTurn(analyse, pool, [table])))
  await pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`drop table finished`)
    await tx.query(sql.unsafe`update checkpoint set filled = true`)
  })
}
