import Papa from 'papaparse'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Item = {
  readonly item_id: string
  readonly description: string
  readonly item_type: 'component' | 'motor' | 'sensor'
  readonly supplier: string
  readonly supplier_article_no: string
}
export type Line = {
  readonly parent: string
  readonly child: string
  readonly kind: Item['item_type'] | 'assembly'
  readonly quantity: number
}
export type Assembly = { readonly assembly_id: string; readonly name: string }
export type Robot = {
  readonly assemblies: readonly Assembly[]
  readonly items: readonly Item[]
  readonly lines: readonly Line[]
}

const rows = <Row>(folder: string, file: string): Row[] =>
  Papa.parse<Row>(readFileSync(join(folder, file), 'utf8'), { header: true, skipEmptyLines: true })
    .data

type RawLine = { assembly_id: string; child_id: string; child_type: Line['kind']; quantity: string }

/** Sums lines with the same parent and child, since the system allows one link per pair. No quantity means 1. */
export const readRobot = (folder: string): Robot => {
  const lines = new Map<string, Line>()
  for (const { assembly_id, child_id, child_type, quantity } of rows<RawLine>(
    folder,
    'bom_lines.csv',
  )) {
    const key = `${assembly_id} ${child_id}`
    const pieces = Number(quantity || 1) + (lines.get(key)?.quantity ?? 0)
    lines.set(key, { parent: assembly_id, child: child_id, kind: child_type, quantity: pieces })
  }
  return {
    assemblies: rows<Assembly>(folder, 'assemblies.csv'),
    items: rows<Item>(folder, 'items.csv'),
    lines: [...lines.values()],
  }
}

/** Follows every path: slow, but simple enough to be the reference. */
export const walk = (lines: readonly Line[], top: string): Map<string, number> => {
  const totals = new Map<string, number>()
  const visit = (parent: string, pieces: number): void => {
    for (const line of lines.filter((each) => each.parent === parent)) {
      const total = pieces * line.quantity
      totals.set(line.child, (totals.get(line.child) ?? 0) + total)
      visit(line.child, total)
    }
  }
  visit(top, 1)
  return totals
}

export const topAssemblies = ({ assemblies, lines }: Robot): readonly Assembly[] => {
  const inside = new Set(lines.map((line) => line.child))
  return assemblies.filter(({ assembly_id }) => !inside.has(assembly_id))
}
