import { sql, type QuerySqlToken } from 'slonik'

/** Positions of the events that made and ended the row. `ended` is null for the present. */
const span = sql.fragment`position bigint not null, ended bigint`

/**
 * The state at every position of the log. The journal has each change of a record; the versions have its fields, links,
 * attributes and offers before and after. Prices have their own history.
 */
export const historyTables: readonly QuerySqlToken[] = [
  sql.unsafe`
    create table journal (
      entity text not null,
      id text not null,
      position bigint not null,
      -- The event is about this record; else the record is changed by what became of another.
      own boolean not null,
      facet bigint not null,
      stream text not null,
      revision bigint not null,
      event_id uuid not null,
      type text not null,
      at timestamptz not null,
      recorded_at timestamptz not null,
      user_name text not null,
      user_id text,
      via jsonb not null,
      import_id text,
      reason text,
      -- The assembly that a clone was made of.
      origin integer,
      -- Erased contact data for good.
      erasure boolean not null
    )`,
  // Each combination of filterable values once, so that an index finds the newest rows of any filter.
  sql.unsafe`
    create table journal_facet (
      facet bigint primary key,
      entity text not null,
      type text not null,
      user_name text not null,
      user_id text
    )`,
  // `fields` has the columns of the record's table; `number` is the id if numeric.
  sql.unsafe`
    create table record_version (
      entity text not null,
      id text not null,
      number integer,
      ${span},
      fields jsonb not null,
      -- What a search looks through, as in the record's own table, but without the names of what it refers to.
      search text collate "C" not null,
      primary key (entity, id, position)
    )`,
  sql.unsafe`
    create table link_version (
      assembly_id integer not null,
      kind text not null,
      item_id integer not null,
      ${span},
      quantity integer not null,
      notes text,
      sort_order integer not null,
      created_at timestamptz not null,
      primary key (assembly_id, kind, item_id, position)
    )`,
  sql.unsafe`create index on link_version (kind, item_id)`,
  sql.unsafe`
    create table offer_version (
      entity text not null,
      id integer not null,
      supplier_id integer not null,
      ${span},
      supplier_articlenumber text,
      cost_price numeric,
      cost_price_currency text not null,
      unit text not null,
      minimum_order numeric,
      lead_time numeric,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (entity, id, supplier_id, position)
    )`,
  sql.unsafe`
    create table attribute_version (
      assembly_id integer not null,
      id bigint not null,
      ${span},
      description text not null,
      value text not null,
      unit text,
      drawing_number text,
      editable boolean not null,
      -- Events of older releases may hold any whole number.
      sort_order bigint not null,
      created_at timestamptz not null,
      primary key (assembly_id, id, position)
    )`,
  // What is in assemblies now.
  sql.unsafe`
    create view assembly_link as
    select assembly_id, kind, item_id, quantity, notes, sort_order, created_at
    from link_version where ended is null`,
  sql.unsafe`
    create view assembly_attribute as
    select id, assembly_id, description, value, unit, drawing_number, editable, sort_order, created_at
    from attribute_version where ended is null`,
]

/** Created after a fill, which is quicker. */
export const historyIndexes: readonly QuerySqlToken[] = [
  sql.unsafe`alter table journal add primary key (entity, id, position)`,
  sql.unsafe`create index on journal (position)`,
  sql.unsafe`create index on journal (recorded_at)`,
  sql.unsafe`create index on journal (import_id, position) where import_id is not null`,
  sql.unsafe`create index on journal (facet, position) where own`,
  sql.unsafe`create index on record_version (entity, number)`,
  sql.unsafe`create index on link_version (position)`,
  sql.unsafe`create index on link_version (ended) where ended is not null`,
]
