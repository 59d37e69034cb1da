import { setImmediate } from 'node:timers/promises'
import { sql, UniqueIntegrityConstraintViolationError, type QuerySqlToken } from 'slonik'
import { z } from 'zod'
import type { Transaction } from '../kernel/projection.ts'
import { planned } from '../kernel/sql.ts'
import type { ClosureChange, Gone, Pair } from './closure.ts'
import type { Exact } from './numbers.ts'
import { byKeys } from './sorted.ts'

/**
 * Assemblies only, each with a row for itself: components, motors and sensors are joined when asked for, at an
 * eighth of the space. The constraint is the second lock against circles: a self row with a depth stops the
 * projection. A batch may change every row of a page: with room for each twice, none has to move, which
 * would cost two entries in the indexes.
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
) with (fillfactor = 50)`

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

const removal = (rows: readonly Gone[]) =>
  planned('closure-remove', rows.length)`
    delete from bom_closure c using unnest(${keysOf(rows)}) as g (ancestor_id, descendant_id)
    where c.ancestor_id = g.ancestor_id and c.descendant_id = g.descendant_id`

const update = (rows: readonly Pair[]) =>
  planned('closure-change', rows.length)`
    update bom_closure c set
      total_quantity = n.total_quantity, path_count = n.path_count,
      min_depth = n.min_depth, max_depth = n.max_depth
    from unnest(${keysOf(rows)}, ${valuesOf(rows)})
      as n (ancestor_id, descendant_id, total_quantity, path_count, min_depth, max_depth)
    where c.ancestor_id = n.ancestor_id and c.descendant_id = n.descendant_id`

const insertion = (rows: readonly Pair[]) =>
  planned('closure-add', rows.length)`
    insert into bom_closure select * from unnest(${keysOf(rows)}, ${valuesOf(rows)})`

/** Whether or not a row is there: looks for it, and locks it before it changes it. */
const put = (tx: Transaction, rows: readonly Pair[]) =>
  tx.query(planned('closure-put', rows.length)`
    insert into bom_closure as c select * from unnest(${keysOf(rows)}, ${valuesOf(rows)})
    on conflict (ancestor_id, descendant_id) do update set
      total_quantity = excluded.total_quantity, path_count = excluded.path_count,
      min_depth = excluded.min_depth, max_depth = excluded.max_depth`)

type Rows<T> = { readonly rows: readonly T[]; readonly statement: QuerySqlToken }
type Writes = { readonly [Kind in keyof ClosureChange]: Rows<ClosureChange[Kind][number]> | null }

const written = <T extends Gone>(
  unordered: readonly T[],
  statementOf: (rows: readonly T[]) => QuerySqlToken,
): Rows<T> | null => {
  if (unordered.length === 0) return null
  const rows = inOrder(unordered)
  return { rows, statement: statementOf(rows) }
}

/** Where the table lacks what the model knows of, or has more, because somebody changed it from outside, it is put right. */
const write = async (tx: Transaction, { gone, changed, added }: Writes): Promise<void> => {
  if (gone) await tx.query(gone.statement)
  if (changed) {
    const { rowCount } = await tx.query(changed.statement)
    if (rowCount < changed.rows.length) await put(tx, changed.rows)
  }
  if (!added) return
  try {
    await tx.transaction((inner) => inner.query(added.statement))
  } catch (error) {
    if (!(error instanceof UniqueIntegrityConstraintViolationError)) throw error
    await put(tx, added.rows)
  }
}

/** Writes piece after piece: while Postgres has one, the statements of the next are made. */
export const writeChanges = async (
  tx: Transaction,
  changes: Iterable<ClosureChange>,
): Promise<void> => {
  let writing = Promise.resolve()
  try {
    for (const { gone, changed, added } of changes) {
      const next: Writes = {
        gone: written(gone, removal),
        changed: written(changed, update),
        added: written(added, insertion),
      }
      await writing
      writing = write(tx, next)
      // Its failure is seen when its turn comes.
      writing.catch(() => undefined)
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
