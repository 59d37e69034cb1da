import { sql, type QuerySqlToken } from 'slonik'

export const assemblyTables: readonly QuerySqlToken[] = [
  sql.unsafe`
    create table assembly_link (
      assembly_id integer not null,
      kind text not null,
      item_id integer not null,
      quantity integer not null,
      notes text,
      sort_order integer not null,
      created_at timestamptz not null,
      primary key (assembly_id, kind, item_id)
    )`,
  sql.unsafe`create index on assembly_link (kind, item_id)`,
  sql.unsafe`
    create table assembly_attribute (
      id bigint primary key,
      assembly_id integer not null,
      description text not null,
      value text not null,
      unit text,
      drawing_number text,
      editable boolean not null,
      sort_order integer not null,
      created_at timestamptz not null
    )`,
  sql.unsafe`create index on assembly_attribute (assembly_id)`,
]
