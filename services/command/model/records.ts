import { basename } from 'node:path'
import { assembly, isReferred } from '#contracts/catalogue/index.ts'
import { textKey, type Entity } from '#contracts/entity.ts'
import type { Value, Values } from '#contracts/fields.ts'
import { OfferIndex, TextIndex } from './indexes.ts'

type Kept = {
  readonly status: number[]
  readonly revisions: number[]
  readonly references: ReadonlyMap<string, number[]>
  readonly titles: Map<number, string>
  readonly files: Map<number, FilesByField>
}

export type RecordsDump = Kept & {
  readonly texts: ReadonlyMap<string, readonly (string | undefined)[]>
  readonly offers: ReturnType<OfferIndex['dump']>
}

/** A reserved record has its id, but cannot be referred to yet. */
const [reserved, live, removed] = [0, 1, 2]
type FilesByField = Readonly<Record<string, readonly string[]>>

const isTitled = (entity: Entity): boolean => isReferred(entity) || entity === assembly

/** Fields that identify records: the import identifiers, otherwise the title. */
const identifyingFields = (entity: Entity): readonly string[] => {
  const { csv, title } = entity
  if (!csv) return isReferred(entity) ? [title] : []
  return [...new Set([...csv.identifiers, ...(csv.priceFiles ? [csv.priceFiles] : []), title])]
}
const fieldsOf = ({ fields }: Entity, ...kinds: readonly string[]) =>
  Object.keys(fields).filter((key) => kinds.includes(fields[key]!.kind))

const pathsIn = (value: Value | undefined): readonly string[] => {
  if (Array.isArray(value)) return value
  return typeof value === 'string' && value !== '' ? [value] : []
}

export class Records {
  readonly #title: string | undefined
  readonly #fileFields: readonly string[]
  #kept: Kept
  readonly #texts: ReadonlyMap<string, TextIndex>
  readonly offers = new OfferIndex()

  constructor(entity: Entity) {
    this.#title = isTitled(entity) ? entity.title : undefined
    this.#fileFields = fieldsOf(entity, 'file', 'files')
    this.#kept = {
      status: [reserved],
      revisions: [-1],
      references: new Map(fieldsOf(entity, 'reference').map((key) => [key, [0]])),
      titles: new Map(),
      files: new Map(),
    }
    this.#texts = new Map(
      identifyingFields(entity).map((key) => [key, new TextIndex(textKey(entity, key))]),
    )
  }

  highest(): number {
    return this.#kept.status.length - 1
  }

  isLive(id: number): boolean {
    return this.#kept.status[id] === live
  }

  revision(id: number): number {
    return this.#kept.revisions[id] ?? -1
  }

  saw(id: number, revision: number): void {
    this.#kept.revisions[id] = revision
  }

  title(id: number): string | undefined {
    return this.#kept.titles.get(id)
  }

  reserve(id: number, values: Values): void {
    this.#kept.status[id] = reserved
    this.revise(id, values)
  }

  enliven(id: number): void {
    this.#kept.status[id] = live
  }

  revise(id: number, changes: Values): void {
    for (const [key, ids] of this.#kept.references)
      if (key in changes) ids[id] = typeof changes[key] === 'number' ? changes[key] : 0
    for (const [key, index] of this.#texts)
      if (changes[key] !== undefined) index.put(id, changes[key])
    const title = this.#title && changes[this.#title]
    if (typeof title === 'string') this.#kept.titles.set(id, title)
    for (const key of this.#fileFields)
      if (key in changes) this.#setFiles(id, key, pathsIn(changes[key]))
  }

  remove(id: number): void {
    this.#kept.status[id] = removed
    for (const ids of this.#kept.references.values()) ids[id] = 0
    for (const index of this.#texts.values()) index.put(id, null)
    this.#kept.titles.delete(id)
    this.#kept.files.delete(id)
    this.offers.removeAll(id)
  }

  referring(field: string, to: number): number[] {
    const found: number[] = []
    this.#kept.references.get(field)?.forEach((target, id) => {
      if (target === to) found.push(id)
    })
    return found
  }

  withText(field: string, text: string): readonly number[] {
    return (
      this.#texts
        .get(field)
        ?.with(text)
        .toSorted((a, b) => a - b) ?? []
    )
  }

  *files(): Generator<string> {
    for (const byField of this.#kept.files.values())
      for (const path of Object.values(byField).flat()) yield basename(path)
  }

  /** The internal data, not a copy, which would double the memory. Write it before the next change. */
  dump(): RecordsDump {
    const texts = new Map([...this.#texts].map(([key, index]) => [key, index.texts]))
    return { ...this.#kept, texts, offers: this.offers.dump() }
  }

  load({ texts, offers, ...kept }: RecordsDump): void {
    this.#kept = kept
    this.offers.load(offers)
    for (const [key, index] of this.#texts) index.load(texts.get(key)!)
  }

  #setFiles(id: number, key: string, paths: readonly string[]): void {
    const before = this.#kept.files.get(id)
    if (before || paths.length > 0) this.#kept.files.set(id, { ...before, [key]: paths })
  }
}
