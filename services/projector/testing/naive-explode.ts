/** A reference implementation that follows every path, slow but simple. */
export type NaiveLink = {
  readonly from: string
  readonly to: string
  readonly quantity: bigint
}

type Totals = { quantity: bigint; paths: bigint; min: number; max: number }

/** Total quantities by name. */
export const explode = (links: readonly NaiveLink[], start: string): Map<string, Totals> => {
  const found = new Map<string, Totals>()
  const below = Map.groupBy(links, ({ from }) => from)
  const visit = (node: string, quantity: bigint, depth: number) => {
    for (const link of below.get(node) ?? []) {
      const total = found.get(link.to) ?? { quantity: 0n, paths: 0n, min: Infinity, max: 0 }
      found.set(link.to, {
        quantity: total.quantity + quantity * link.quantity,
        paths: total.paths + 1n,
        min: Math.min(total.min, depth + 1),
        max: Math.max(total.max, depth + 1),
      })
      visit(link.to, quantity * link.quantity, depth + 1)
    }
  }
  visit(start, 1n, 0)
  return found
}

/** The lines of the hierarchy in preorder, as "level name total". */
export const preorder = (
  links: readonly NaiveLink[],
  start: string,
  compare: (a: NaiveLink, b: NaiveLink) => number,
): readonly string[] => {
  const visit = (node: string, quantity: bigint, depth: number): string[] =>
    links
      .filter(({ from }) => from === node)
      .toSorted(compare)
      .flatMap((link) => [
        `${depth + 1} ${link.to} ${quantity * link.quantity}`,
        ...visit(link.to, quantity * link.quantity, depth + 1),
      ])
  return visit(start, 1n, 0)
}
