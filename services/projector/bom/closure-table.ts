import { setImmediate } from 'node:timers/promises'
import { sql, type QuerySqlToken } from 'slonik'
import { z } from 'zod'
import type { Transaction } from '../kernel/projection.ts'
import { planned } from '../kernel/sql.ts'
import type { ClosureChange, Gone, Pair } from './closure.ts'
import type { Exact } from './numbers.ts'
import { byKeys } from './sorted.ts'

/**
 * Assemblies only, each with a row for itself: components, motors and sensors are joined when asked for, at an
 * eighth of the space. The constraint is the second lock against circles: a self row with a depth stops the
 * projection. Room is left on each page for the updates that do not move a row.
 */
const columns = `(
  ancestor_id integer not null,
  descendant_id integer not null,
  total_quantity numeric not null check (total_quantity >= 1),
  path_count numeric not null check (path_count >= 1),
  min_depth smallint not null,
  max_depth smallint not null,
  check ((ancestor_id = descendant_id) = (min_depth = 0)),
  check (ancestor_id <> descendant_id or max_depth = 0),
  primary key (ancestor_id, descendant_id)
) with (fillfactor = 80)`

const reverse = `(descendant_id)`

/** As statements for any table of that name, since a rebuild makes one beside the other. */
export const closureStatements = {
  create: (table: string) =>
    `create table ${table} ${columns.replace(/,\s*primary key \(ancestor_id, descendant_id\)/, '')}`,
  indexes: (table: string) => [
    `alter table ${table} add primary key (ancestor_id, descendant_id)`,
    `create index on ${table} ${reverse}`,
    `analyze ${table}`,
  ],
}

const statement = (text: string): QuerySqlToken => ({ ...sql.unsafe``, sql: text })

export const closureTables: readonly QuerySqlToken[] = [
  statement(`create table bom_closure ${columns}`),
  statement(`create index on bom_closure ${reverse}`),
]

/** In the order of the key, as the rows lie in the table. */
const inOrder = <T extends Gone>(rows: readonly T[]): readonly T[] => {
  const places = byKeys([...rows.keys()], (place) => rows[place]!.descendant)
  return byKeys(places, (place) => rows[place]!.ancestor).map((place) => rows[place]!)
}

/** An array of numbers as Postgres reads it: writing tens of thousands at once, a driver checks each for quotes. */
const literal = <T>(rows: readonly T[], numberIn: (row: T) => Exact): string => {
  let text = ''
  for (const row of rows) text += `${text && ','}${numberIn(row)}`
  return `{${text}}`
}

/*
 * Arrays in a select of their own, so that Postgres does not see how long they are: it would rather read the
 * whole table than look up so many rows, and takes longer.
 */
const keysOf = (rows: readonly Gone[]) => sql.fragment`
  (select ${literal(rows, (row) => row.ancestor)}::int4[]),
  (select ${literal(rows, (row) => row.descendant)}::int4[])`

const valuesOf = (rows: readonly Pair[]) => sql.fragment`
  (select ${literal(rows, (row) => row.quantity)}::numeric[]),
  (select ${literal(rows, (row) => row.paths)}::numeric[]),
  (select ${literal(rows, (row) => row.minDepth)}::int2[]),
  (select ${literal(rows, (row) => row.maxDepth)}::int2[])`

const remove = (tx: Transaction, rows: readonly Gone[]) =>
  tx.query(planned('closure-remove', rows.length)`
    delete from bom_closure c using unnest(${keysOf(rows)}) as g (ancestor_id, descendant_id)
    where c.ancestor_id = g.ancestor_id and c.descendant_id = g.descendant_id`)

/** For rows that are there: cheaper than `put`, which locks each before it changes it. */
const change = (tx: Transaction, rows: readonly Pair[]) =>
  tx.query(planned('closure-change', rows.length)`
    update bom_closure c set
      total_quantity = n.total_quantity, path_count = n.path_count,
      min_depth = n.min_depth, max_depth = n.max_depth
    from unnest(${keysOf(rows)}, ${valuesOf(rows)})
      as n (ancestor_id, descendant_id, total_quantity, path_count, min_depth, max_depth)
    where c.ancestor_id = n.ancestor_id and c.descendant_id = n.descendant_id`)

/** Absolute values: writing them again changes nothing. */
const put = (tx: Transaction, rows: readonly Pair[]) =>
  tx.query(planned('closure-put', rows.length)`
    insert into bom_closure as c select * from unnest(${keysOf(rows)}, ${valuesOf(rows)})
    on conflict (ancestor_id, descendant_id) do update set
      total_quantity = excluded.total_quantity, path_count = excluded.path_count,
      min_depth = excluded.min_depth, max_depth = excluded.max_depth
    where (c.total_quantity, c.path_count, c.min_depth, c.max_depth)
      is distinct from
      (excluded.total_quantity, excluded.path_count, excluded.min_depth, excluded.max_depth)`)

const writeClosure = async (tx: Transaction, piece: ClosureChange): Promise<void> => {
  const { gone, changed, joined } = piece
  if (gone.length > 0) await remove(tx, inOrder(gone))
  if (changed.length > 0) {
    const rows = inOrder(changed)
    const { rowCount } = await change(tx, rows)
    // Rows that somebody took away from outside come back.
    if (rowCount < rows.length) await put(tx, rows)
  }
  if (joined.length > 0) await put(tx, inOrder(joined))
}

/** Writes piece after piece: while Postgres has one, the next is computed. */
export const writeChanges = async (
  tx: Transaction,
  changes: Iterable<ClosureChange>,
): Promise<void> => {
  let writing = Promise.resolve()
  try {
    for (const change of changes) {
      await writing
      writing = writeClosure(tx, change)
      // So that the statement is on its way before the next piece takes the thread.
      await setImmediate()
    }
  } finally {
    await writing
  }
}

/** Roughly how many rows there are; exactly where Postgres has not looked yet. */
export const closureSize = async (tx: Transaction): Promise<number> => {
  const size = z.object({ size: z.number() })
  const estimate = await tx.oneFirst(
    sql.type(
      size,
    )`select reltuples::float8 as size from pg_class where oid = 'bom_closure'::regclass`,
  )
  if (estimate > 0) return estimate
  return tx.oneFirst(sql.type(size)`select count(*)::float8 as size from bom_closure`)
}
