import { sql, type CommonQueryMethods } from 'slonik'

/** What Postgres plans by: made of every table. Plans that are kept are made anew after it. */
export const analyse = async (
  pool: Pick<CommonQueryMethods, 'query'>,
  tables: readonly string[],
): Promise<void> => {
  for (const table of tables) await pool.query(sql.unsafe`analyze ${sql.identifier([table])}`)
}

const first = 1_000

/** Statistics each time the tables may have grown fourfold: the server's own come a minute late, and plans suit empty tables. */
export const createAnalyser = (make: () => Promise<void>) => {
  let events = 0
  let next = first
  let making = Promise.resolve()
  return {
    applied: (count: number): void => {
      events += count
      if (events < next) return
      next = events * 4
      making = making.then(make)
    },
    /** Resolves when none is being made: whoever closes the pool waits for it. */
    settled: () => making,
  }
}
