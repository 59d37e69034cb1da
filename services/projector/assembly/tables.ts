import { sql, type FragmentSqlToken, type QuerySqlToken } from 'slonik'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'

export const assemblyTables: readonly QuerySqlToken[] = [
  sql.unsafe`
    create table assembly_part (
      assembly_id integer not null,
      part text not null,
      part_id integer not null,
      quantity integer not null,
      notes text,
      sort_order integer not null,
      created_at timestamptz not null,
      primary key (assembly_id, part, part_id)
    )`,
  sql.unsafe`create index on assembly_part (part, part_id)`,
  sql.unsafe`
    create table assembly_link (
      parent_id integer not null,
      child_id integer not null,
      quantity integer not null,
      notes text,
      sort_order integer not null,
      created_at timestamptz not null,
      primary key (parent_id, child_id)
    )`,
  sql.unsafe`create index on assembly_link (child_id)`,
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

/** The rows of the links of one kind, under the name `l`. */
export const linkRows = (kind: LinkKind): FragmentSqlToken =>
  kind === 'subassembly'
    ? sql.fragment`(
        select parent_id as assembly_id, child_id as item_id, quantity, notes, sort_order, created_at
        from assembly_link) l`
    : sql.fragment`(
        select assembly_id, part_id as item_id, quantity, notes, sort_order, created_at
        from assembly_part where part = ${sql.literalValue(kind)}) l`
