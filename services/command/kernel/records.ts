import type { Entity } from '#contracts/entity.ts'
import type { Value, Values } from '#contracts/fields.ts'
import { column } from './column.ts'
import { keyIndex } from './key-index.ts'
import type { Folded } from './read-side.ts'

/** What the service remembers of one entity's records: who exists, who refers to whom, by what keys they are found. */
export type Records = {
  readonly entity: Entity
  readonly highest: () => number
  readonly isLive: (id: number) => boolean
  /** Of the record's stream: the last event that has been seen; -1 for none. */
  readonly revision: (id: number) => number
  readonly saw: (id: number, revision: number) => void
  /** The record as the read side gave it, if nothing has been written to it since. */
  readonly given: (id: number) => Folded | undefined
  readonly give: (folded: Folded) => void
  /** Gives it no longer; where it is said what, only that. */
  readonly takeBack: (id: number, folded?: Folded) => void
  /** Kept for suppliers, manufacturers and assemblies, whose names other records' answers show. */
  readonly title: (id: number) => string | undefined
  readonly register: (id: number, values: Values) => void
  /** Makes it count as existing; a clone does so only together with its links. */
  readonly enliven: (id: number) => void
  readonly revise: (id: number, changes: Values) => void
  readonly remove: (id: number) => void
  /** Ids of live records whose reference `field` names `to`. */
  readonly referring: (field: string, to: number) => number[]
  /** Ids of live records that may hold `text` in the key `field`: to be looked at, a hash may mislead. */
  readonly candidates: (field: string, text: string) => readonly number[]
  /** Names of the files that live records refer to. */
  readonly files: () => Iterable<string>
  /** Views of what is held, to be written before anything changes: copies would double it. */
  readonly dump: () => RecordsDump
  readonly load: (dump: RecordsDump) => void
}

export type RecordsDump = {
  readonly status: Int32Array
  readonly revisions: Int32Array
  readonly references: Readonly<Record<string, Int32Array>>
  readonly keys: Readonly<Record<string, Int32Array>>
  readonly titles: ReadonlyMap<number, string>
  readonly files: ReadonlyMap<number, Readonly<Record<string, readonly string[]>>>
}

const live = 1
const removed = 2
const titled = ['suppliers', 'manufacturers', 'assemblytypes']

/** By what records are found: what tells rows of a file apart, titles where nothing else does. */
const keysOf = ({ name, csv, title }: Entity): readonly string[] => {
  if (!csv) return name === 'manufacturers' ? ['name'] : []
  return [...new Set([...csv.identifiers, ...(csv.priceFiles ? [csv.priceFiles] : []), title])]
}
const fieldsOf = (entity: Entity, ...kinds: string[]) =>
  Object.keys(entity.fields).filter((key) => kinds.includes(entity.fields[key]!.kind))
const textsOf = (value: Value | undefined): readonly string[] =>
  typeof value === 'string' && value !== '' ? [value] : Array.isArray(value) ? value : []

export const records = (entity: Entity): Records => {
  const status = column()
  const revisions = column(-1)
  const references = new Map(fieldsOf(entity, 'reference').map((key) => [key, column()]))
  const keys = new Map(keysOf(entity).map((key) => [key, keyIndex()]))
  // By id: streams have names, which are felt where an import looks at a million records.
  const given = new Map<number, Folded>()
  const hasTitle = titled.includes(entity.name)
  let titles = new Map<number, string>()
  const fileFields = fieldsOf(entity, 'file', 'files')
  let files = new Map<number, Record<string, readonly string[]>>()

  const noteFiles = (id: number, changes: Values) => {
    for (const key of fileFields) {
      if (!(key in changes)) continue
      const paths = textsOf(changes[key])
      const before = files.get(id)
      if (paths.length > 0) files.set(id, { ...before, [key]: paths })
      else if (before?.[key]) {
        const { [key]: _cleared, ...rest } = before
        if (Object.keys(rest).length > 0) files.set(id, rest)
        else files.delete(id)
      }
    }
  }
  const note = (id: number, changes: Values) => {
    for (const [key, to] of references)
      if (key in changes) to.set(id, typeof changes[key] === 'number' ? changes[key] : 0)
    for (const [key, index] of keys) {
      const value = changes[key]
      if (value !== undefined)
        index.put(id, typeof value === 'string' && value !== '' ? value : null)
    }
    const title = changes[entity.title]
    if (hasTitle && typeof title === 'string') titles.set(id, title)
    if (fileFields.length > 0) noteFiles(id, changes)
  }

  return {
    entity,
    highest: () => Math.max(0, status.values().length - 1),
    isLive: (id) => status.get(id) === live,
    revision: (id) => revisions.get(id),
    saw: (id, revision) => revisions.set(id, revision),
    given: (id) => {
      const folded = given.get(id)
      return folded?.revision === revisions.get(id) ? folded : undefined
    },
    give: (folded) => given.set(folded.id, folded),
    takeBack: (id, folded = given.get(id)) => {
      if (given.get(id) === folded) given.delete(id)
    },
    title: (id) => titles.get(id),
    // Known from its number on, so that the number is not given again, but not yet to be referred to.
    register: (id, values) => {
      status.set(id, 0)
      note(id, values)
    },
    enliven: (id) => status.set(id, live),
    revise: note,
    remove: (id) => {
      status.set(id, removed)
      for (const to of references.values()) to.set(id, 0)
      for (const index of keys.values()) index.put(id, null)
      titles.delete(id)
      files.delete(id)
    },
    referring: (field, to) => {
      const found: number[] = []
      references
        .get(field)
        ?.values()
        .forEach((target, id) => {
          if (target === to) found.push(id)
        })
      return found
    },
    candidates: (field, text) => keys.get(field)?.candidates(text) ?? [],
    files: function* () {
      for (const paths of files.values())
        for (const list of Object.values(paths))
          for (const path of list) yield path.slice(path.lastIndexOf('/') + 1)
    },
    dump: () => ({
      status: status.values(),
      revisions: revisions.values(),
      references: Object.fromEntries([...references].map(([key, to]) => [key, to.values()])),
      keys: Object.fromEntries([...keys].map(([key, index]) => [key, index.dump()])),
      titles,
      files,
    }),
    load: (dump) => {
      status.load(dump.status)
      revisions.load(dump.revisions)
      for (const [key, to] of references) to.load(dump.references[key]!)
      for (const [key, index] of keys) index.load(dump.keys[key]!)
      titles = new Map(dump.titles)
      files = new Map(dump.files)
    },
  }
}
