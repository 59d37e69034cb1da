/** The same questions in plain SQL on the tables, as the reference for the measurements. */

const items = `
  select 'component' as part, id, description, type, supplier_articlenumber, ito_articlenumber, supplier_id, manufacturer_id from componenttypes
  union all select 'motor', id, description, type, supplier_articlenumber, ito_articlenumber, supplier_id, manufacturer_id from motortypes
  union all select 'sensor', id, description, type, supplier_articlenumber, ito_articlenumber, supplier_id, manufacturer_id from sensortypes`

/** Complete rows in reading order: the fastest select possible. */
export const readyTable = `
  create table ready_line (
    root integer, place bigint, "itemType" text, "itemId" integer, description text, type text,
    "supplierArticlenumber" text, "itoArticlenumber" text, "manufacturerName" text,
    "supplierName" text, "totalQuantity" numeric, unit text, level integer, notes text,
    primary key (root, place))`

export const fillReadyTable = `
  insert into ready_line
  select $1::int, $2::bigint + row_number() over (), line.*
  from jsonb_to_recordset($3) as line (
    "itemType" text, "itemId" integer, description text, type text, "supplierArticlenumber" text,
    "itoArticlenumber" text, "manufacturerName" text, "supplierName" text, "totalQuantity" numeric,
    unit text, level integer, notes text)`

export const readyLines = `
  select "itemType", "itemId", description, type, "supplierArticlenumber", "itoArticlenumber",
    "manufacturerName", "supplierName", "totalQuantity"::float8 as "totalQuantity", unit, level, notes
  from ready_line where root = $1 order by place`

/** The flat list by a recursive query, as a developer would write it by hand. */
export const flatByRecursion = `
  with recursive walk (assembly, quantity, level) as (
    select $1::int, 1::numeric, 0
    union all
    select l.item_id, w.quantity * l.quantity, w.level + 1
    from walk w join assembly_link l on l.assembly_id = w.assembly and l.kind = 'subassembly'
  ), totals as (
    select p.kind, p.item_id, sum(w.quantity * p.quantity) as total, min(w.level) + 1 as level
    from walk w join assembly_link p on p.assembly_id = w.assembly and p.kind <> 'subassembly'
    group by 1, 2
  )
  select t.kind as "itemType", t.item_id as "itemId", i.description, i.type,
    i.supplier_articlenumber as "supplierArticlenumber",
    i.ito_articlenumber as "itoArticlenumber", m.name as "manufacturerName",
    s.name as "supplierName", t.total::float8 as "totalQuantity", 'stk' as unit, t.level, null as notes
  from totals t join (${items}) i on i.part = t.kind and i.id = t.item_id
  left join suppliers s on s.id = i.supplier_id
  left join manufacturers m on m.id = i.manufacturer_id`

/** The first page of the tree. SQL must sort all of it to find that page. */
export const treeByRecursion = `
  with recursive walk (assembly, quantity, level, path) as (
    select $1::int, 1::numeric, 0, array[]::int[]
    union all
    select l.item_id, w.quantity * l.quantity, w.level + 1, w.path || array[1, l.item_id]
    from walk w join assembly_link l on l.assembly_id = w.assembly and l.kind = 'subassembly'
  ), lines as (
    select 'assembly' as part, assembly as id, level, quantity, path from walk where level > 0
    union all
    select p.kind, p.item_id, w.level + 1, w.quantity * p.quantity, w.path || array[0, p.item_id]
    from walk w join assembly_link p on p.assembly_id = w.assembly and p.kind <> 'subassembly'
  )
  select part, id, level, quantity from lines order by path limit 1000`
