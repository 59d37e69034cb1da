import fc from 'fast-check'
import { test, type Test } from 'tap'
import type { LinkChanges } from '#contracts/assembly/links.ts'
import { isRefusal } from '#contracts/refusals.ts'
import { StructureGraph } from '../model/structure-graph.ts'
import { changeLink, decideStructure, type StructureCommand } from './structure-decider.ts'

const at = '2026-01-01T00:00:00.000Z'
const data = { quantity: 1, notes: null, sortOrder: 0 }
const link = (parentId: number, childId: number) =>
  changeLink(parentId, childId, { what: 'add', link: data })
const unlink = (parentId: number, childId: number) =>
  changeLink(parentId, childId, { what: 'remove' })

const names = ['', 'Linje', 'Celle', 'Griper', 'Finger', 'Skrue']
const limits = { depth: 4, pairsPerLink: 12 }

const given = (...history: StructureCommand[]) => {
  const structure = new StructureGraph()
  const decide = (command: StructureCommand) =>
    decideStructure(structure, command, (id) => names[id] ?? `nr. ${id}`, limits)
  for (const command of history) {
    const decision = decide(command)
    if (isRefusal(decision)) throw new Error(decision.text ?? decision.refused)
    for (const event of decision) structure.change(event, at)
  }
  return {
    when: (command: StructureCommand) => ({
      yields: (t: Test, ...events: object[]) => t.same(decide(command), events),
      isRefused: (t: Test, refused: string, text?: string | RegExp) =>
        t.match(decide(command), { refused, ...(text !== undefined && { text }) }),
    }),
  }
}

test('a link that closes no cycle is made', async (t) => {
  given(link(1, 2), link(2, 3))
    .when(link(1, 3))
    .yields(t, { type: 'SubassemblyLinked', data: { parentId: 1, childId: 3, ...data } })
})

test('a cycle is refused, with the way round in the text', async (t) => {
  given()
    .when(link(1, 1))
    .isRefused(t, 'CYCLE', /: Linje → Linje$/)
  given(link(1, 2))
    .when(link(2, 1))
    .isRefused(t, 'CYCLE', /: Celle → Linje → Celle$/)
  given(link(1, 2), link(2, 3), link(3, 4), link(1, 5))
    .when(link(4, 1))
    .isRefused(t, 'CYCLE', /: Finger → Linje → Celle → Griper → Finger$/)
})

test('a pair is linked once', async (t) => {
  given(link(1, 2)).when(link(1, 2)).isRefused(t, 'DUPLICATE')
  given(link(1, 2), unlink(1, 2))
    .when(link(1, 2))
    .yields(t, { type: 'SubassemblyLinked', data: { parentId: 1, childId: 2, ...data } })
})

test('only what differs changes a link', async (t) => {
  const change = (changes: LinkChanges) => changeLink(1, 2, { what: 'change', changes })
  given(link(1, 2))
    .when(change({ quantity: 1 }))
    .yields(t)
  given(link(1, 2))
    .when(change({ quantity: 5, notes: undefined }))
    .yields(t, {
      type: 'SubassemblyLinkChanged',
      data: { parentId: 1, childId: 2, ...data, quantity: 5 },
    })
  given()
    .when(change({ quantity: 5 }))
    .isRefused(t, 'NOT_FOUND')
  given().when(unlink(1, 2)).isRefused(t, 'NOT_FOUND')
})

test('what was dissolved has no links, and gets none', async (t) => {
  const dissolve: StructureCommand = { type: 'Dissolve', data: { assemblyId: 2 } }
  const after = given(link(1, 2), link(2, 3), dissolve)
  after.when(link(3, 1)).yields(t, {
    type: 'SubassemblyLinked',
    data: { parentId: 3, childId: 1, ...data },
  })
  after.when(link(1, 2)).isRefused(t, 'NOT_FOUND')
  after.when(link(2, 3)).isRefused(t, 'NOT_FOUND')
  after.when(dissolve).yields(t)
})

test('depth and size of a change are bounded', async (t) => {
  const chain = given(link(1, 2), link(2, 3), link(3, 4), link(4, 5))
  chain.when(link(5, 6)).isRefused(t, 'LIMIT', 'Strukturen kan ikke bli dypere enn 4 nivåer.')
  chain.when(link(6, 1)).isRefused(t, 'LIMIT')
  chain.when(link(6, 2)).yields(t, {
    type: 'SubassemblyLinked',
    data: { parentId: 6, childId: 2, ...data },
  })
  const wide = given(link(1, 9), link(2, 9), link(3, 9), link(10, 11), link(10, 12), link(10, 13))
  wide.when(link(9, 10)).isRefused(t, 'LIMIT', /flere enn 12 par/)
  wide.when(link(9, 11)).yields(t, {
    type: 'SubassemblyLinked',
    data: { parentId: 9, childId: 11, ...data },
  })
})

type Edge = readonly [number, number]
const reaches = (edges: readonly Edge[], from: number, to: number): boolean =>
  from === to || edges.some(([a, b]) => a === from && reaches(edges, b, to))
const longest = (edges: readonly Edge[], id: number): number =>
  Math.max(0, ...edges.filter(([a]) => a === id).map(([, b]) => longest(edges, b) + 1))

const assertSame = (structure: StructureGraph, edges: readonly Edge[], nodes: number) => {
  for (let id = 1; id <= nodes; id++) {
    const children = edges.filter(([a]) => a === id).map(([, b]) => b)
    const kept = structure.childrenOf(id).toSorted((a, b) => a - b)
    if (kept.join() !== children.toSorted((a, b) => a - b).join())
      throw new Error(`children of ${id}: ${kept.join()} instead of ${children.join()}`)
    if (structure.height(id) !== longest(edges, id)) throw new Error(`height of ${id}`)
  }
}

test('random edits: the graph is what a naive list of edges says', async (t) => {
  const nodes = 7
  const step = fc.record({
    what: fc.constantFrom('link', 'link', 'link', 'unlink', 'dissolve'),
    parent: fc.integer({ min: 1, max: nodes }),
    child: fc.integer({ min: 1, max: nodes }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const structure = new StructureGraph()
      let edges: Edge[] = []
      const dissolved = new Set<number>()
      for (const { what, parent: parentId, child: childId } of steps) {
        const command: StructureCommand =
          what === 'link'
            ? link(parentId, childId)
            : what === 'unlink'
              ? unlink(parentId, childId)
              : { type: 'Dissolve', data: { assemblyId: parentId } }
        const decision = decideStructure(structure, command, String)
        const known = edges.some(([a, b]) => a === parentId && b === childId)
        const gone = dissolved.has(parentId) || dissolved.has(childId)
        if (what === 'link') {
          const circular = !gone && reaches(edges, childId, parentId)
          if (isRefusal(decision) !== (gone || known || circular))
            throw new Error(`link ${parentId} ${childId}: ${JSON.stringify(decision)}`)
          if (circular && (!isRefusal(decision) || decision.refused !== 'CYCLE'))
            throw new Error('not called a cycle')
        }
        if (isRefusal(decision) || decision.length === 0) continue
        structure.change(decision[0]!, at)
        if (what === 'link') edges.push([parentId, childId])
        else if (what === 'unlink')
          edges = edges.filter(([a, b]) => a !== parentId || b !== childId)
        else {
          dissolved.add(parentId)
          edges = edges.filter(([a, b]) => a !== parentId && b !== parentId)
        }
        assertSame(structure, edges, nodes)
      }
      const copy = new StructureGraph()
      copy.load(structure.dump())
      assertSame(copy, edges, nodes)
    }),
    { numRuns: 300 },
  )
  t.pass()
})

test('a cycle in the log is an error, and not an endless loop', async (t) => {
  const structure = new StructureGraph()
  structure.link(1, 2, { ...data, at })
  structure.link(2, 3, { ...data, at })
  t.throws(() => structure.link(3, 1, { ...data, at }), { message: /contains itself/ })
})
