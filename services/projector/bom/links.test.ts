import { test } from 'tap'
import { Links } from './links.ts'

const shown = (links: Links, nodes: number) =>
  Array.from({ length: nodes }, (_, node) => ({
    out: links.outOf(node).map((link) => ({
      to: links.to[link],
      quantity: links.quantity[link],
      sortOrder: links.sortOrder[link],
      noted: links.noted[link],
      note: links.notes.get(link),
    })),
    into: links.into(node).map((link) => links.from[link]),
  }))

test('links that were arranged say what they said, and take changes', async (t) => {
  const nodes = 40
  const links = new Links()
  links.reserve(nodes, nodes)
  const edit = (round: number) => {
    // Each prime to the number of nodes: every pair is far from the one before it.
    const [from, to] = [(round * 17) % nodes, (round * 23 + (round >> 3)) % nodes]
    const known = links.find(from, to)
    if (known >= 0 && round % 3 === 0) return links.remove(known)
    const notes = round % 4 === 0 ? `merknad ${round}` : null
    links.set(from, to, { quantity: round, sortOrder: round % 5, notes })
  }
  for (let round = 1; round <= 900; round++) edit(round)
  const before = shown(links, nodes)
  links.arrange()
  t.same(shown(links, nodes), before)
  const [first, ...others] = links.outOf(17)
  t.same(
    others,
    others.map((_, place) => first! + 1 + place),
    'links out of one node lie side by side',
  )

  for (let round = 901; round <= 1_200; round++) edit(round)
  const after = shown(links, nodes)
  links.arrange()
  t.same(shown(links, nodes), after)
  t.equal(
    after.reduce((sum, { out }) => sum + out.length, 0),
    links.size,
  )
})
