/** An invented bill of materials of a given size. The same seed gives the same catalogue. */
export type Size = {
  readonly name: string
  readonly assemblies: number
  readonly parts: number
  readonly subLinks: number
  readonly partLinks: number
  readonly depth: number
}

export const sizes: readonly Size[] = [
  { name: 'S', assemblies: 300, parts: 3_000, subLinks: 1_000, partLinks: 4_000, depth: 5 },
  { name: 'M', assemblies: 10_000, parts: 50_000, subLinks: 20_000, partLinks: 80_000, depth: 8 },
  {
    name: 'L',
    assemblies: 100_000,
    parts: 500_000,
    subLinks: 200_000,
    partLinks: 800_000,
    depth: 10,
  },
]

type Link = { readonly from: number; readonly to: number; readonly quantity: number }

export type BomCatalogue = {
  readonly size: Size
  readonly top: number
  readonly subs: readonly Link[]
  readonly leaves: readonly Link[]
}

const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

/** Distance, in ids, between assemblies that share a subassembly. A child always has a higher id than its parents. */
const neighbourRange = 6
/** Each level has this many times more assemblies than the level above. */
const levelGrowth = 2

/** Id of the first assembly on each level, and at the end the last id plus one. */
export const levelStarts = ({ assemblies, depth }: Size): readonly number[] => {
  const shares = Array.from({ length: depth }, (_, level) => levelGrowth ** level)
  const total = shares.reduce((sum, share) => sum + share, 0)
  const starts = [1]
  for (const share of shares) starts.push(starts.at(-1)! + Math.floor((share / total) * assemblies))
  starts[depth] = assemblies + 1
  return starts
}

/** Picks a parent on the level `above` at the child's relative position. */
export const parentNear = (
  starts: readonly number[],
  child: number,
  level: number,
  above: number,
  offset: number,
): number => {
  const [first, end] = [starts[above]!, starts[above + 1]!]
  const place = (child - starts[level]!) / (starts[level + 1]! - starts[level]!)
  return Math.min(Math.max(first + Math.floor(place * (end - first)) + offset, first), end - 1)
}

const levelOf = (starts: readonly number[], id: number): number =>
  starts.findLastIndex((start) => start <= id)

export const bomCatalogue = (size: Size, seed = 7): BomCatalogue => {
  const next = random(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const { assemblies, parts } = size
  const starts = levelStarts(size)
  const quantity = () => 1 + below(next() < 0.2 ? 20 : 4)
  const pairs = new Set<number>()
  const subs: Link[] = []
  const join = (from: number, to: number) => {
    const key = from * 2 ** 26 + to
    if (pairs.has(key)) return
    pairs.add(key)
    subs.push({ from, to, quantity: quantity() })
  }

  // The top gets 40 % of the second level, so it contains about 40 % of everything.
  const share = Math.floor((starts[2]! - starts[1]!) * 0.4)
  for (let place = 0; place < share; place++) join(1, starts[1]! + place)
  while (subs.length < size.subLinks) {
    const child = starts[1]! + below(assemblies - starts[1]! + 1)
    const level = levelOf(starts, child)
    const above = Math.max(0, level - 1 - (next() < 0.4 ? below(level) : 0))
    join(parentNear(starts, child, level, above, below(neighbourRange) - neighbourRange / 2), child)
  }

  const leaves: Link[] = []
  while (leaves.length < size.partLinks) {
    const from = 1 + below(assemblies)
    // Squared, so that some parts are in hundreds of assemblies and most in one or two.
    const to = 1 + Math.floor(next() ** 2 * parts)
    const key = 2 ** 52 + from * 2 ** 22 + to
    if (pairs.has(key)) continue
    pairs.add(key)
    leaves.push({ from, to, quantity: quantity() })
  }
  return { size, top: 1, subs, leaves }
}

export const kindOfPart = (id: number): 'component' | 'motor' | 'sensor' =>
  id % 10 === 8 ? 'motor' : id % 10 === 9 ? 'sensor' : 'component'
