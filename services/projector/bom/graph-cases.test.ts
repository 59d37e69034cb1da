import { existsSync, readFileSync } from 'node:fs'
import { test, type Test } from 'tap'
import Papa from 'papaparse'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import { walk } from '#graph/walk.ts'
import { explode } from './explode.ts'
import { itemOf } from './items.ts'
import { BomModel } from './model.ts'
import { explode as followPaths, type NaiveLink } from '../testing/naive-explode.ts'

type Edge = readonly [string, string, number] | readonly ['-', string, string]
type Case = {
  readonly name: string
  readonly edges?: readonly Edge[]
  readonly expect: {
    readonly total?: Readonly<Record<string, number>>
    readonly reject_edge?: readonly [string, string]
    readonly all_accepted?: boolean
  }
}

const own: readonly Case[] = [
  {
    name: 'a subassembly shared by two',
    edges: [
      ['TOP', 'A', 2],
      ['TOP', 'B', 1],
      ['A', 'S', 1],
      ['B', 'S', 4],
      ['S', 'p', 10],
    ],
    expect: { total: { S: 6, p: 60, A: 2 } },
  },
  {
    name: 'of two paths one goes, the pair stays',
    edges: [
      ['T', 'A', 1],
      ['T', 'B', 1],
      ['A', 's', 3],
      ['B', 's', 1],
      ['-', 'A', 's'],
    ],
    expect: { total: { s: 1 } },
  },
  {
    name: 'removed and added again the other way round',
    edges: [
      ['A', 'B', 1],
      ['-', 'A', 'B'],
      ['B', 'A', 1],
    ],
    expect: { all_accepted: true },
  },
  { name: 'itself', edges: [['X', 'X', 1]], expect: { reject_edge: ['X', 'X'] } },
]

const isWhole = (edges: readonly Edge[]) =>
  edges.every(([, , quantity]) => typeof quantity === 'string' || Number.isInteger(quantity))

/** Everything is an assembly here: what it is linked to does not matter to the graph. */
const check = (t: Test, { name, edges = [], expect }: Case): void => {
  if (edges.length === 0) return t.comment(`${name}: for the service that decides`)
  if (!isWhole(edges)) return t.comment(`${name}: quantities are whole numbers here`)
  const model = new BomModel()
  const ids = new Map<string, number>()
  const idOf = (node: string) => {
    if (!ids.has(node)) {
      ids.set(node, ids.size + 1)
      const row = { id: ids.size, description: node }
      model.put('subassembly', ids.size, itemOf('subassembly', row))
    }
    return ids.get(node)!
  }
  const cycles: string[] = []
  for (const [from, to, quantity] of edges) {
    if (from === '-') {
      model.unlink({ kind: 'subassembly', from: idOf(to), to: idOf(String(quantity)) })
      continue
    }
    const link = { kind: 'subassembly', from: idOf(from), to: idOf(to) } as const
    model.link(link, { quantity: Number(quantity), sortOrder: 0, notes: null })
    if (walk(model.links.subassembly, link.from, 'down').cycle) cycles.push(`${from} ${to}`)
  }
  t.same(cycles, expect.reject_edge ? [expect.reject_edge.join(' ')] : [], `${name}: cycles`)
  const top = edges.map(([from]) => from).find((from) => from !== '-')!
  const flat = explode(model, idOf(top)).lines
  for (const [node, total] of Object.entries(expect.total ?? {})) {
    const line = flat.find(({ id }) => id === idOf(node))
    t.equal(line?.quantity, total, `${name}: ${node}`)
  }
}

test('graph cases', async (t) => {
  for (const one of own) check(t, one)
})

const shared = `${import.meta.dirname}/../../../../shared/data/`
const cases = `${shared}synthetic/bom_graph_cases.json`
const skipped = (path: string) => (existsSync(path) ? false : `${path} is not here`)

test('graph cases made by others', { skip: skipped(cases) }, async (t) => {
  for (const one of (JSON.parse(readFileSync(cases, 'utf8')) as { cases: Case[] }).cases)
    check(t, one)
})

test(
  'a real robot, against following every path',
  { skip: skipped(`${shared}odri`) },
  async (t) => {
    type Line = Record<'assembly_id' | 'child_type' | 'child_id' | 'quantity', string>
    const text = readFileSync(`${shared}odri/bom_lines.csv`, 'utf8')
    const lines = Papa.parse<Line>(text, { header: true, skipEmptyLines: true }).data
    const model = new BomModel()
    const links: NaiveLink[] = []
    const ids = new Map<string, number>()
    const idOf = (name: string) => ids.get(name) ?? ids.set(name, ids.size + 1).size
    // An item that has two lines in an assembly is one link here, with the sum.
    for (const same of Map.groupBy(lines, (l) => `${l.assembly_id} ${l.child_id}`).values()) {
      const line = same[0]!
      const quantity = same.reduce((sum, each) => sum + Number(each.quantity || 1), 0)
      const values = { quantity, sortOrder: 0, notes: null }
      const kinds: Record<string, LinkKind> = { assembly: 'subassembly', item: 'component' }
      const kind = kinds[line.child_type] ?? (line.child_type as LinkKind)
      links.push({ from: line.assembly_id, to: line.child_id, quantity: BigInt(quantity) })
      model.link({ kind, from: idOf(line.assembly_id), to: idOf(line.child_id) }, values)
    }
    const tops = new Set(lines.map((line) => line.assembly_id))
    for (const top of tops) {
      const flat = explode(model, idOf(top)).lines
      const found = new Map(flat.map(({ id, quantity }) => [id, String(quantity)]))
      const expected = [...followPaths(links, top)]
      t.equal(found.size, expected.length)
      for (const [name, { quantity }] of expected) t.equal(found.get(idOf(name)), String(quantity))
    }
  },
)
