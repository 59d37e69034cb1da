import type { Use } from '#contracts/assembly/bom-answers.ts'
import type { Assembly } from '../assembly.ts'

/**
 * The circle that linking an assembly into this one would close: 'Hall → Linje → Ramme → Hall' for one that
 * contains it, directly or deeper; undefined for all others. The server decides; this only tells beforehand.
 */
export const circlesOf = (
  { name }: Pick<Assembly, 'name'>,
  above: readonly Use[],
): ((id: number) => string | undefined) => {
  const uses = new Map(above.map((use) => [use.itemId, use]))
  const wayDown = (id: number): readonly string[] => {
    const use = uses.get(id)
    if (!use) return []
    return [use.description, ...(use.via === null ? [name] : wayDown(use.via))]
  }
  return (id) => {
    const way = wayDown(id)
    return way.length === 0 ? undefined : [...way, way[0]].join(' → ')
  }
}
