import type { BomSummary, ItemType } from '#contracts/assembly/bom.ts'
import { partKinds } from '#contracts/assembly/links.ts'
import { mismatchText } from '#contracts/units.ts'
import type { Catalogue } from './catalogue.ts'
import { Findings } from './findings.ts'
import type { Flat } from './flat.ts'
import type { Graph } from './graph.ts'
import { headOf, unitOf, type Item } from './items.ts'
import { plus, wireOf, type Exact } from './numbers.ts'
import { isMismatched } from './unpriced.ts'

const labels: Record<ItemType, string> = {
  component: 'Komponent',
  motor: 'Motor',
  sensor: 'Sensor',
  assembly: 'Sammenstilling',
}
const plurals = ['komponenter', 'motorer', 'sensorer'] as const

export const nameOf = (item: Item): string => {
  const { itemType, itemId, description } = headOf(item)
  return `${labels[itemType]} «${description}» (id ${itemId})`
}

/** Counts of a whole stykkliste, and what is wrong or missing in it, by name. */
export const summaryOf = (
  graph: Graph,
  catalogue: Catalogue,
  root: number,
  flat: Flat,
): BomSummary => {
  const pieces: Exact[] = partKinds.map(() => 0)
  const unique = partKinds.map(() => 0)
  const units = partKinds.map(() => new Set<string>())
  const lastUnits: string[] = []
  const errors = new Findings()
  const warnings = new Findings()
  let maxDepth = 0

  if (flat.circle)
    errors.add('Sirkulær avhengighet', () => circleText(graph, catalogue, flat.circle!))
  const { nodes, quantities, depths } = flat.parts
  for (let place = 0; place < nodes.length; place++) {
    const node = nodes[place]!
    const kind = graph.parts.kinds[node]!
    pieces[kind] = plus(pieces[kind]!, quantities[place]!)
    unique[kind]!++
    if (depths[place]! > maxDepth) maxDepth = depths[place]!
    const item = catalogue.parts[node]
    if (!item) {
      errors.add('Finnes ikke', () => missingName(graph, node, false))
      continue
    }
    const unit = unitOf(item)
    if (unit !== lastUnits[kind]) units[kind]!.add((lastUnits[kind] = unit))
    inspect(catalogue, item, errors, warnings)
  }
  for (let place = 0; place < flat.assemblies.nodes.length; place++) {
    const node = flat.assemblies.nodes[place]!
    maxDepth = Math.max(maxDepth, flat.assemblies.depths[place]!)
    if (!catalogue.assemblies[node]) errors.add('Finnes ikke', () => missingName(graph, node, true))
  }
  for (const node of withoutParts(graph, flat.order))
    warnings.add(node === root ? 'Ingen deler' : 'Tom underenhet', () =>
      nameOf(catalogue.item(graph, node, true)),
    )
  for (const [kind, found] of units.entries())
    if (found.size > 1)
      warnings.add(`Antall ${plurals[kind]} summerer ulike enheter`, () =>
        [...found].toSorted().slice(0, 10).join(', '),
      )

  return {
    totalComponents: wireOf(pieces[0]!),
    totalMotors: wireOf(pieces[1]!),
    totalSensors: wireOf(pieces[2]!),
    uniqueComponents: unique[0]!,
    uniqueMotors: unique[1]!,
    uniqueSensors: unique[2]!,
    maxDepth,
    hasCircularDependency: flat.circle !== null,
    validationErrors: errors.texts,
    warnings: warnings.texts,
  }
}

const inspect = (catalogue: Catalogue, item: Item, errors: Findings, warnings: Findings) => {
  const { supplierId, manufacturerId, unit, priceUnit, listed } = item.traits
  if (item.cost === null && !listed) warnings.add('Mangler pris', () => nameOf(item))
  if (supplierId === null) warnings.add('Mangler leverandør', () => nameOf(item))
  else if (!catalogue.suppliers.has(supplierId))
    errors.add('Leverandøren finnes ikke', () => nameOf(item))
  if (manufacturerId !== null && !catalogue.manufacturers.has(manufacturerId))
    errors.add('Produsenten finnes ikke', () => nameOf(item))
  if (isMismatched(item))
    warnings.add('Ulike enheter', () => `${nameOf(item)} ${mismatchText(unit, priceUnit)}`)
}

/** The assemblies in which there is no part at any level. */
const withoutParts = (graph: Graph, order: readonly number[]): readonly number[] => {
  const filled = new Set<number>()
  for (const node of order.toReversed()) {
    const { leaves, subs } = graph
    if ((leaves.firstOut[node] ?? -1) >= 0) filled.add(node)
    else if (subs.outOf(node).some((link) => filled.has(subs.to[link]!))) filled.add(node)
  }
  return order.filter((node) => !filled.has(node))
}

const missingName = (graph: Graph, node: number, isAssembly: boolean) =>
  isAssembly
    ? `Sammenstilling (id ${graph.assemblies.ids[node]})`
    : `${labels[graph.parts.kindOf(node)]} (id ${graph.parts.ids[node]})`

const circleText = (graph: Graph, catalogue: Catalogue, circle: readonly number[]) => {
  const names = circle.map((node) => headOf(catalogue.item(graph, node, true)).description)
  return [...names, names[0]].join(' → ')
}
