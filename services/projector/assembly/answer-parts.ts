import { sql } from 'slonik'
import type { AssemblyParts } from '#contracts/assembly/answers.ts'
import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { instant, type Fragment } from '../kernel/sql.ts'

const detail = (kind: LinkKind): Fragment =>
  kind === 'subassembly'
    ? sql.fragment`
        'name', linked.name, 'description', linked.name, 'supplierArticlenumber', null,
        'itoArticlenumber', null`
    : sql.fragment`
        'description', linked.description,
        'supplierArticlenumber', linked.supplier_articlenumber,
        'itoArticlenumber', linked.ito_articlenumber`

const details = (kind: LinkKind): Fragment => sql.fragment`
  coalesce((
    select json_agg(
      json_build_object('id', l.item_id, ${detail(kind)}, 'quantity', l.quantity)
      order by l.sort_order, l.item_id)
    from assembly_link l
    left join ${sql.identifier([linkKinds[kind].entity])} linked on linked.id = l.item_id
    where l.assembly_id = r.id and l.kind = ${sql.literalValue(kind)}), '[]')`

const attributes = sql.fragment`
  coalesce((
    select json_agg(json_build_object(
      'id', a.id, 'assemblyId', a.assembly_id, 'description', a.description, 'value', a.value,
      'unit', a.unit, 'drawingNumber', a.drawing_number, 'editable', a.editable, 'sortOrder', a.sort_order,
      'createdAt', ${instant(sql.fragment`a.created_at`)}) order by a.sort_order, a.id)
    from assembly_attribute a where a.assembly_id = r.id), '[]')`

const count = (kind: LinkKind) =>
  sql.fragment`count(*) filter (where l.kind = ${sql.literalValue(kind)})`

/** What the list of assemblies shows besides their own fields: expressions over the row `r`. */
export const assemblyAnswerParts: Readonly<Record<keyof AssemblyParts, Fragment>> = {
  attributes,
  bomSummary: sql.fragment`
    (select json_build_object(
      'totalComponents', ${count('component')}, 'totalMotors', ${count('motor')},
      'totalSensors', ${count('sensor')}, 'totalSubassemblies', ${count('subassembly')})
     from assembly_link l where l.assembly_id = r.id)`,
  bomDetails: sql.fragment`
    json_build_object(
      'components', ${details('component')}, 'motors', ${details('motor')},
      'sensors', ${details('sensor')}, 'subassemblies', ${details('subassembly')})`,
}
