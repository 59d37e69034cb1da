import fc from 'fast-check'
import { test } from 'tap'
import { bomLimits } from '#contracts/assembly/bom.ts'
import { StructureGraph, type Verdict } from '../model/structure-graph.ts'

const kept = { quantity: 1, notes: null, sortOrder: 0, at: '2026-01-01T00:00:00.000Z' }

type Edge = readonly [number, number]

/** Everything reached, with the longest way to it. */
const reached = (
  edges: readonly Edge[],
  from: number,
  depth = 0,
  found = new Map<number, number>(),
) => {
  found.set(from, Math.max(found.get(from) ?? 0, depth))
  for (const [a, b] of edges) if (a === from) reached(edges, b, depth + 1, found)
  return found
}
const turned = (edges: readonly Edge[]) => edges.map(([a, b]) => [b, a] as const)

/** Which answers are right, by following every path. */
const right = (
  edges: readonly Edge[],
  parent: number,
  child: number,
  limits: { depth: number; pairsPerLink: number },
): readonly string[] => {
  const below = reached(edges, child)
  if (below.has(parent)) return ['cycle']
  const above = reached(turned(edges), parent)
  const depth = Math.max(...above.values()) + 1 + Math.max(...below.values())
  const wrong = []
  if (above.size * below.size > limits.pairsPerLink) wrong.push('pairs')
  if (depth > limits.depth) wrong.push('depth')
  return wrong.length > 0 ? wrong : ['fits']
}

const said = (verdict: Verdict) =>
  verdict.fits ? 'fits' : 'cycle' in verdict ? 'cycle' : verdict.limit

test('limits are exact after random edits, also where they were only bounded before', async (t) => {
  const nodes = 9
  const id = fc.integer({ min: 1, max: nodes })
  const step = fc.record({ isLinked: fc.boolean(), from: id, to: id })
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.record({
        depth: fc.integer({ min: 1, max: 6 }),
        pairsPerLink: fc.integer({ min: 1, max: 20 }),
      }),
      fc.boolean(),
      (steps, limits, isReloaded) => {
        let structure = new StructureGraph()
        let edges: Edge[] = []
        const compare = () => {
          for (let parent = 1; parent <= nodes; parent++)
            for (let child = 1; child <= nodes; child++) {
              const verdict = said(structure.judge(parent, child, limits))
              const expected = right(edges, parent, child, limits)
              if (!expected.includes(verdict))
                throw new Error(`${parent} ${child}: ${verdict}, not ${expected.join()}`)
            }
        }
        for (const { isLinked, from, to } of steps) {
          // Mostly downwards, so that most links are made.
          const [parent, child] = [Math.min(from, to), Math.max(from, to)]
          if (parent === child) continue
          edges = edges.filter(([a, b]) => a !== parent || b !== child)
          if (isLinked) {
            edges.push([parent, child])
            structure.link(parent, child, kept)
          } else structure.unlink(parent, child)
          if (edges.length % 3 === 0) compare()
        }
        if (isReloaded) {
          const copy = new StructureGraph()
          copy.load(structure.dump())
          structure = copy
        }
        compare()
      },
    ),
    { numRuns: 150 },
  )
  t.pass()
})

test('an assembly with very much in it is refused under one that is used in very many', async (t) => {
  const structure = new StructureGraph()
  const [shared, large] = [1, 2]
  for (let i = 0; i < 600; i++) {
    structure.link(1_000 + i, shared, kept)
    structure.link(large, 2_000 + i, kept)
  }
  t.equal(said(structure.judge(shared, large, bomLimits)), 'pairs')
  for (let i = 0; i < 300; i++) structure.unlink(1_000 + i, shared)
  t.equal(said(structure.judge(shared, large, bomLimits)), 'fits')
  structure.link(shared, large, kept)
  t.equal(said(structure.judge(large, shared, bomLimits)), 'cycle')
})
