import { sql, type FragmentSqlToken, type QuerySqlToken } from 'slonik'
import type { Exact } from '#graph/exact.ts'
import type { Transaction } from '../kernel/projection.ts'
import { planned } from '../kernel/sql.ts'
import { allPairs, type Pair, type PairKey, type ClosureChange } from './closure.ts'
import type { BomModel } from './model.ts'

/**
 * Assemblies only, each with a row for itself: components, motors and sensors are joined when asked for, at an
 * eighth of the space. The constraint is the second lock against circles: a self row with a depth stops the
 * projection. A batch may change every row of a page: with room for each twice, none has to move, which
 * would cost two entries in the indexes.
 */
export const closureTables: readonly QuerySqlToken[] = [
  sql.unsafe`
    create table bom_closure (
      ancestor_id integer not null,
      descendant_id integer not null,
      total_quantity numeric not null check (total_quantity >= 1),
      path_count numeric not null check (path_count >= 1),
      min_depth smallint not null,
      max_depth smallint not null,
      check ((ancestor_id = descendant_id) = (min_depth = 0)),
      check (ancestor_id <> descendant_id or max_depth = 0),
      primary key (ancestor_id, descendant_id)
    ) with (fillfactor = 50)`,
  sql.unsafe`create index on bom_closure (descendant_id)`,
]

/** A driver checks each of many for quotes. In a select of its own, since Postgres reads the whole table for a long array. */
const column = <Row>(rows: readonly Row[], valueOf: (row: Row) => Exact, type: FragmentSqlToken) =>
  sql.fragment`(select ${`{${rows.map(valueOf).join()}}`}::${type}[])`

const keysOf = (rows: readonly PairKey[]) => sql.fragment`
  ${column(rows, (row) => row.ancestor, sql.fragment`int4`)},
  ${column(rows, (row) => row.descendant, sql.fragment`int4`)}`

const valuesOf = (rows: readonly Pair[]) => sql.fragment`
  ${column(rows, (row) => row.quantity, sql.fragment`numeric`)},
  ${column(rows, (row) => row.paths, sql.fragment`numeric`)},
  ${column(rows, (row) => row.minDepth, sql.fragment`int2`)},
  ${column(rows, (row) => row.maxDepth, sql.fragment`int2`)}`

const removal = (rows: readonly PairKey[]) =>
  planned('closure-remove', rows.length)`
    delete from bom_closure c using unnest(${keysOf(rows)}) as g (ancestor_id, descendant_id)
    where c.ancestor_id = g.ancestor_id and c.descendant_id = g.descendant_id`

const update = (rows: readonly Pair[]) =>
  planned('closure-update', rows.length)`
    update bom_closure c set
      total_quantity = n.total_quantity, path_count = n.path_count,
      min_depth = n.min_depth, max_depth = n.max_depth
    from unnest(${keysOf(rows)}, ${valuesOf(rows)})
      as n (ancestor_id, descendant_id, total_quantity, path_count, min_depth, max_depth)
    where c.ancestor_id = n.ancestor_id and c.descendant_id = n.descendant_id`

/** Only what is not there: an upsert would lock each row before it is changed, and take twice as long. */
const insertion = (rows: readonly Pair[]) =>
  planned('closure-insert', rows.length)`
    insert into bom_closure select * from unnest(${keysOf(rows)}, ${valuesOf(rows)})
    on conflict (ancestor_id, descendant_id) do nothing`

const inOrder = <Row extends PairKey>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => a.ancestor - b.ancestor || a.descendant - b.descendant)

export const writeChanges = async (
  tx: Transaction,
  changes: Iterable<ClosureChange>,
): Promise<void> => {
  for (const { changed, removed } of changes) {
    if (removed.length > 0) await tx.query(removal(inOrder(removed)))
    if (changed.length === 0) continue
    const rows = inOrder(changed)
    const { rowCount } = await tx.query(update(rows))
    if (rowCount < rows.length) await tx.query(insertion(rows))
  }
}

const rowsPerInsert = 10_000

/** Writes the whole closure anew. */
export const rebuildClosure = async (tx: Transaction, model: BomModel): Promise<void> => {
  await tx.query(sql.unsafe`truncate bom_closure`)
  let rows: Pair[] = []
  for (const pair of allPairs(model)) {
    rows.push(pair)
    if (rows.length < rowsPerInsert) continue
    await tx.query(insertion(rows))
    rows = []
  }
  if (rows.length > 0) await tx.query(insertion(rows))
  await tx.query(sql.unsafe`analyze bom_closure`)
}
