/** A way from an assembly to itself, if there is one. */
export const circleIn = (
  links: ReadonlyMap<number, readonly number[]>,
): readonly number[] | null => {
  const done = new Set<number>()
  const walk = (id: number, path: readonly number[]): readonly number[] | null => {
    if (path.includes(id)) return [...path, id]
    if (done.has(id)) return null
    for (const child of links.get(id) ?? []) {
      const circle = walk(child, [...path, id])
      if (circle) return circle
    }
    done.add(id)
    return null
  }
  for (const id of links.keys()) {
    const circle = walk(id, [])
    if (circle) return circle
  }
  return null
}
