import { exactQuantity, itemLabels, type BomSummary } from '#contracts/assembly/bom.ts'
import {
  byKind,
  keyedBy,
  linkKinds,
  partKinds,
  totalKey,
  uniqueKey,
  type LinkKind,
} from '#contracts/assembly/link-kinds.ts'
import { plus, type Exact } from '#graph/exact.ts'
import type { BomLinks } from './bom-links.ts'
import type { FlatBom } from './explode.ts'
import type { Item } from './items.ts'
import { grouped } from './lines.ts'
import type { BomModel } from './model.ts'

const mostNames = 10

/** Messages about items. Each kind lists some and counts the rest. */
class Messages {
  readonly #kinds = new Map<string, { readonly names: string[]; count: number }>()

  add(what: string, name: () => string): void {
    const kind = this.#kinds.get(what) ?? { names: [], count: 0 }
    if (kind.count++ < mostNames) kind.names.push(name())
    this.#kinds.set(what, kind)
  }

  get texts(): string[] {
    return Array.from(this.#kinds, ([what, { names, count }]) => [
      ...names.map((name) => `${what}: ${name}`),
      ...(count > mostNames ? [`${what}: ... og ${grouped(count - mostNames)} til`] : []),
    ]).flat()
  }
}

const nameOf = ({ identity: { itemType, itemId, description } }: Item): string =>
  `${itemLabels[itemType]} «${description}» (id ${itemId})`

const noParts = () => ({ total: 0 as Exact, unique: 0, units: new Set<string>() })

/** Counts, and named errors and omissions, of a whole stykkliste. */
export const summaryOf = (model: BomModel, root: number, flat: FlatBom): BomSummary => {
  const errors = new Messages()
  const warnings = new Messages()
  if (flat.cycle) {
    const { cycle } = flat
    errors.add('Sirkulær avhengighet', () => cycleText(model, cycle))
  }
  const sums = byKind(partKinds, noParts)
  for (const { kind, id, item, quantity } of flat.lines) {
    if (!item) errors.add('Finnes ikke', () => missingName(model, kind, id))
    if (kind === 'subassembly') continue
    const sum = sums[kind]
    sum.total = plus(sum.total, quantity)
    sum.unique++
    if (!item) continue
    sum.units.add(item.unit)
    inspect(model, item, errors, warnings)
  }
  for (const id of withoutParts(model.links, flat.order))
    warnings.add(id === root ? 'Ingen deler' : 'Tom underenhet', () =>
      nameOf(model.item('subassembly', id)),
    )
  for (const kind of partKinds) {
    const units = [...sums[kind].units].toSorted()
    if (units.length > 1)
      warnings.add(`Antall ${linkKinds[kind].noun.many} summerer ulike enheter`, () =>
        units.slice(0, mostNames).join(', '),
      )
  }
  return {
    ...keyedBy(partKinds, totalKey, (kind) => exactQuantity(sums[kind].total)),
    ...keyedBy(partKinds, uniqueKey, (kind) => sums[kind].unique),
    maxDepth: flat.lines.reduce((depth, { maxLevel }) => Math.max(depth, maxLevel), 0),
    hasCircularDependency: flat.cycle !== null,
    validationErrors: errors.texts,
    warnings: warnings.texts,
  }
}

const inspect = ({ names }: BomModel, item: Item, errors: Messages, warnings: Messages) => {
  const { supplierId, manufacturerId, unpriced } = item
  const name = () => nameOf(item)
  if (unpriced?.reason === 'NO_PRICE') warnings.add('Mangler pris', name)
  if (supplierId === null) warnings.add('Mangler leverandør', name)
  else if (!names.suppliers.has(supplierId)) errors.add('Leverandøren finnes ikke', name)
  if (manufacturerId !== null && !names.manufacturers.has(manufacturerId))
    errors.add('Produsenten finnes ikke', name)
  if (unpriced?.reason === 'UNIT_MISMATCH')
    warnings.add('Ulike enheter', () => `${name()} t${unpriced.explanation.slice(1)}`)
}

const withoutParts = (links: BomLinks, order: readonly number[]): readonly number[] => {
  const filled = new Set<number>()
  for (const id of order.toReversed()) {
    const hasParts = partKinds.some((kind) => links[kind].out(id).length > 0)
    if (hasParts || links.subassembly.out(id).some(({ to }) => filled.has(to))) filled.add(id)
  }
  return order
    .filter((id) => !filled.has(id))
    .toSorted((a, b) => Number(b === order[0]) - Number(a === order[0]) || a - b)
}

const missingName = (model: BomModel, kind: LinkKind, id: number) =>
  `${itemLabels[model.item(kind, id).identity.itemType]} (id ${id})`

const cycleText = (model: BomModel, cycle: readonly number[]) => {
  const names = cycle.map((id) => model.item('subassembly', id).identity.description)
  return [...names, names[0]].join(' → ')
}
