import { sql, type QuerySqlToken } from 'slonik'

const linkValues = sql.fragment`
  quantity integer not null,
  notes text,
  sort_order integer not null,
  created_at timestamptz not null`
const attributeValues = sql.fragment`
  description text not null,
  value text not null,
  unit text,
  drawing_number text,
  editable boolean not null,
  sort_order integer not null,
  created_at timestamptz not null`
/** Value columns of links and attributes, in present and history tables. */
export const valueColumns = { link: linkValues, attribute: attributeValues }

export const assemblyTables: readonly QuerySqlToken[] = [
  sql.unsafe`
    create table assembly_link (
      assembly_id integer not null,
      kind text not null,
      item_id integer not null,
      ${linkValues},
      primary key (assembly_id, kind, item_id)
    )`,
  sql.unsafe`create index on assembly_link (kind, item_id)`,
  sql.unsafe`
    create table assembly_attribute (
      id bigint primary key,
      assembly_id integer not null,
      ${attributeValues}
    )`,
  sql.unsafe`create index on assembly_attribute (assembly_id)`,
]
