import { byKind, kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { EntityName } from '#contracts/entity.ts'
import { BomModel, type ChangeObserver } from '../model.ts'
import { byName, isNamed, type Named } from '../model-parts.ts'
import { LinksOverlay, MapOverlay } from './overlay.ts'

const ownIds = () => ({
  ...byKind(kindsOfLink, () => new Set<number>()),
  ...byName(() => new Set<number>()),
})
const nameOf = (entity: EntityName): LinkKind | Named | undefined =>
  isNamed(entity) ? entity : kindsOfLink.find((kind) => linkKinds[kind].entity === entity)

const overlayOf = ({ links, items, names }: BomModel, own: ReturnType<typeof ownIds>) => ({
  links: byKind(kindsOfLink, (kind) => new LinksOverlay(links[kind], own.subassembly)),
  items: byKind(kindsOfLink, (kind) => new MapOverlay(items[kind], own[kind])),
  names: byName((entity) => new MapOverlay(names[entity], own[entity])),
})

/** With more changes than this, each query reads the past it needs. */
export const maxRewound = 20_000

/**
 * The model at an earlier position, as an overlay over the present one. It has the records that have changed since.
 * Before the present model changes another record, that is copied here.
 */
export class PastModel extends BomModel implements ChangeObserver {
  readonly present: BomModel
  readonly #own: ReturnType<typeof ownIds>
  /** Assemblies whose contents, at any level, may differ from now. */
  readonly #changed: Set<number>
  #room = maxRewound

  constructor(present: BomModel) {
    const own = ownIds()
    const changed = new Set<number>()
    super(overlayOf(present, own), (assembly) => (changed.has(assembly) ? undefined : present))
    this.closureChanges = null
    this.present = present
    this.#own = own
    this.#changed = changed
    present.addObserver(this)
  }

  /** True if changes are missing, so the model must be discarded. */
  get isOutgrown(): boolean {
    return this.#room < 0
  }

  beforeChange(entity: EntityName, id: number): void {
    const name = nameOf(entity)
    if (!name || this.#own[name].has(id) || --this.#room < 0) return
    const { items, names } = this.present
    this.#take(name, id)
    if (isNamed(name)) copy(names[name], this.names[name], id)
    else copy(items[name], this.items[name], id)
    this.#mark(name, id)
  }

  /** Removes the record, but keeps its present links. The caller restores its past state. */
  begin(entity: EntityName, id: number): void {
    const name = nameOf(entity)
    if (!name) return
    this.#take(name, id)
    if (isNamed(name)) this.names[name].delete(id)
    else this.items[name].delete(id)
  }

  #take(name: LinkKind | Named, id: number): void {
    if (this.#own[name].has(id)) return
    this.#own[name].add(id)
    if (name !== 'subassembly') return
    for (const kind of kindsOfLink)
      for (const link of this.present.links[kind].out(id)) this.links[kind].set(link)
  }

  /** Call it after all changes are reverted. */
  settle(): void {
    for (const kind of kindsOfLink) for (const id of this.#own[kind]) this.#mark(kind, id)
  }

  #mark(name: LinkKind | Named, id: number): void {
    if (isNamed(name)) return
    const open = name === 'subassembly' ? [id] : this.links[name].into(id).map(({ from }) => from)
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (this.#changed.has(next)) continue
      this.#changed.add(next)
      for (const { from } of this.links.subassembly.into(next)) open.push(from)
    }
  }
}

const copy = <Value>(
  from: ReadonlyMap<number, Value>,
  to: Map<number, Value>,
  id: number,
): void => {
  const value = from.get(id)
  if (value !== undefined) to.set(id, value)
}
