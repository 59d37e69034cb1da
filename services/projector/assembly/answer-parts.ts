import { sql } from 'slonik'
import type { AssemblyParts } from '#contracts/assembly/answers.ts'
import { linkKinds, partKinds, type LinkKind } from '#contracts/assembly/links.ts'
import { instant, type Fragment } from '../kernel/sql.ts'

/** The links of assembly `r` of one kind, `l`, each with its record, `linked`. */
const linksOf = (kind: LinkKind): Fragment => {
  const linked = sql.identifier([linkKinds[kind].entity])
  return kind === 'subassembly'
    ? sql.fragment`
        from assembly_link l left join ${linked} linked on linked.id = l.child_id
        where l.parent_id = r.id`
    : sql.fragment`
        from assembly_part l left join ${linked} linked on linked.id = l.part_id
        where l.assembly_id = r.id and l.part = ${sql.literalValue(kind)}`
}

const detail = (kind: LinkKind): Fragment =>
  kind === 'subassembly'
    ? sql.fragment`
        'id', l.child_id, 'name', linked.name, 'description', linked.name,
        'supplierArticlenumber', null, 'itoArticlenumber', null, 'quantity', l.quantity`
    : sql.fragment`
        'id', l.part_id, 'description', linked.description,
        'supplierArticlenumber', linked.supplier_articlenumber,
        'itoArticlenumber', linked.ito_articlenumber, 'quantity', l.quantity`

const details = (kind: LinkKind): Fragment => {
  const id = kind === 'subassembly' ? sql.fragment`l.child_id` : sql.fragment`l.part_id`
  return sql.fragment`
    coalesce((
      select json_agg(json_build_object(${detail(kind)}) order by l.sort_order, ${id})
      ${linksOf(kind)}), '[]')`
}

const attributes = sql.fragment`
  coalesce((
    select json_agg(json_build_object(
      'id', a.id, 'assemblyId', a.assembly_id, 'description', a.description, 'value', a.value,
      'unit', a.unit, 'drawingNumber', a.drawing_number, 'editable', a.editable, 'sortOrder', a.sort_order,
      'createdAt', ${instant(sql.fragment`a.created_at`)}) order by a.sort_order, a.id)
    from assembly_attribute a where a.assembly_id = r.id), '[]')`

const partCount = (kind: (typeof partKinds)[number]) =>
  sql.fragment`count(*) filter (where l.part = ${sql.literalValue(kind)})`

/** What the list of assemblies shows besides their own fields: expressions over the row `r`. */
export const assemblyAnswerParts: Readonly<Record<keyof AssemblyParts, Fragment>> = {
  attributes,
  bomSummary: sql.fragment`
    (select json_build_object(
      'totalComponents', ${partCount('component')}, 'totalMotors', ${partCount('motor')},
      'totalSensors', ${partCount('sensor')},
      'totalSubassemblies', (select count(*) from assembly_link s where s.parent_id = r.id))
     from assembly_part l where l.assembly_id = r.id)`,
  bomDetails: sql.fragment`
    json_build_object(
      'components', ${details('component')}, 'motors', ${details('motor')},
      'sensors', ${details('sensor')}, 'subassemblies', ${details('subassembly')})`,
}
