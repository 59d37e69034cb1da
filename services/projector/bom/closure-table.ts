import { sql, type QuerySqlToken } from 'slonik'
import type { Transaction } from '../kernel/projection.ts'
import { planned } from '../kernel/sql.ts'
import { allPairs, type Pair, type PairKey, type ClosureChange } from './closure.ts'
import type { Structure } from './bom-links.ts'

/**
 * Assemblies only, each with a row for itself: with components, motors and sensors it would be eight times as large. A
 * constraint stops the projection at a cycle, whose self row has a depth. Pages are half full: a batch may change every
 * row of a page, and a row that moves to another page costs two entries in the indexes.
 */
const table = sql.unsafe`
  create table bom_closure (
    ancestor_id integer not null,
    descendant_id integer not null,
    total_quantity numeric not null check (total_quantity >= 1),
    path_count numeric not null check (path_count >= 1),
    min_depth smallint not null,
    max_depth smallint not null,
    check ((ancestor_id = descendant_id) = (min_depth = 0)),
    check (ancestor_id <> descendant_id or max_depth = 0)
  ) with (fillfactor = 50)`

const indexes = [
  sql.unsafe`alter table bom_closure add primary key (ancestor_id, descendant_id)`,
  sql.unsafe`create index on bom_closure (descendant_id)`,
]

export const closureTables: readonly QuerySqlToken[] = [table, ...indexes]

const textOfLarge = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value

const given = (pairs: readonly PairKey[]) => sql.fragment`
  json_to_recordset(${JSON.stringify(pairs, textOfLarge)}) as n (
    ancestor integer, descendant integer, quantity numeric, paths numeric,
    "minDepth" smallint, "maxDepth" smallint)`

const removal = (pairs: readonly PairKey[]) =>
  planned('closure-remove', pairs.length)`
    delete from bom_closure using ${given(pairs)}
    where ancestor_id = ancestor and descendant_id = descendant`

const update = (pairs: readonly Pair[]) =>
  planned('closure-update', pairs.length)`
    update bom_closure set total_quantity = quantity, path_count = paths,
      min_depth = "minDepth", max_depth = "maxDepth"
    from ${given(pairs)} where ancestor_id = ancestor and descendant_id = descendant`

/** A plain insert: an upsert would lock each row before changing it and take twice as long. */
const insertion = (pairs: readonly Pair[]) =>
  planned('closure-insert', pairs.length)`
    insert into bom_closure
    select ancestor, descendant, quantity, paths, "minDepth", "maxDepth" from ${given(pairs)}
    on conflict do nothing`

export const writeChanges = async (
  tx: Transaction,
  changes: Iterable<ClosureChange>,
): Promise<void> => {
  for (const { changed, removed } of changes) {
    if (removed.length > 0) await tx.query(removal(removed))
    if (changed.length === 0) continue
    const { rowCount } = await tx.query(update(changed))
    if (rowCount < changed.length) await tx.query(insertion(changed))
  }
}

const rowsPerInsert = 10_000

export const rebuildClosure = async (tx: Transaction, structure: Structure): Promise<void> => {
  await tx.query(sql.unsafe`drop table bom_closure`)
  await tx.query(table)
  let rows: Pair[] = []
  for (const pair of allPairs(structure)) {
    rows.push(pair)
    if (rows.length < rowsPerInsert) continue
    await tx.query(insertion(rows))
    rows = []
  }
  if (rows.length > 0) await tx.query(insertion(rows))
  for (const statement of indexes) await tx.query(statement)
  await tx.query(sql.unsafe`analyze bom_closure`)
}
