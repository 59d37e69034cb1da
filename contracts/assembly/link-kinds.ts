import type { EntityName, PartName } from '../catalogue/index.ts'
import type { Noun } from '../noun.ts'
import { capitalized, joinWithAnd } from '../text.ts'

/** No zod here: the web app's first bundle imports this file. */
type KindOfLink<Name extends EntityName> = {
  /** Goes into the ids of links: it stays, and each kind has its own. */
  readonly number: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7
  /** Of its links, and the key of what is counted of it: `totalComponents`. */
  readonly path: string
  readonly entity: Name
  /** What a stykkliste shows beside the description. */
  readonly detail: 'type' | 'supplierArticlenumber'
  readonly noun: Noun
}

const parts = {
  component: {
    number: 0,
    path: 'components',
    entity: 'componenttypes',
    detail: 'type',
    noun: { one: 'komponent', the: 'komponenten', many: 'komponenter' },
  },
  motor: {
    number: 1,
    path: 'motors',
    entity: 'motortypes',
    detail: 'supplierArticlenumber',
    noun: { one: 'motor', the: 'motoren', many: 'motorer' },
  },
  sensor: {
    number: 2,
    path: 'sensors',
    entity: 'sensortypes',
    detail: 'supplierArticlenumber',
    noun: { one: 'sensor', the: 'sensoren', many: 'sensorer' },
  },
} as const satisfies Record<string, KindOfLink<PartName>>

export const linkKinds = {
  ...parts,
  subassembly: {
    number: 3,
    path: 'subassemblies',
    entity: 'assemblytypes',
    detail: 'type',
    noun: { one: 'underenhet', the: 'underenheten', many: 'underenheter' },
  },
} as const satisfies Record<string, KindOfLink<EntityName>>

export type PartKind = keyof typeof parts
export type LinkKind = keyof typeof linkKinds

export const partKinds = Object.keys(parts) as readonly PartKind[]
export const kindsOfLink = Object.keys(linkKinds) as readonly LinkKind[]

export const linkedEntities = kindsOfLink.map((kind) => linkKinds[kind].entity)

export const keyedBy = <K extends LinkKind, Key extends string, Value>(
  kinds: readonly K[],
  keyOf: (kind: K) => Key,
  valueOf: (kind: K) => Value,
) =>
  Object.fromEntries(kinds.map((kind) => [keyOf(kind), valueOf(kind)])) as Readonly<
    Record<Key, Value>
  >

export const byKind = <K extends LinkKind, Value>(
  kinds: readonly K[],
  valueOf: (kind: K) => Value,
): Readonly<Record<K, Value>> => keyedBy(kinds, (kind) => kind, valueOf)

type Path<K extends LinkKind> = (typeof linkKinds)[K]['path']

export const pathOf = <K extends LinkKind>(kind: K): Path<K> => linkKinds[kind].path

/** What is linked, in the answer of a link. */
export const recordKey = (kind: LinkKind) => (kind === 'subassembly' ? 'childAssembly' : kind)
/** The id of what is linked. */
export const idKeyOf = (kind: LinkKind) => `${recordKey(kind)}Id` as const

/** Of the quantity in all, and in an assembly's own answer of its links. */
export const totalKey = <K extends LinkKind>(kind: K) =>
  `total${capitalized(pathOf(kind))}` as `total${Capitalize<Path<K>>}`
export const uniqueKey = <K extends PartKind>(kind: K) =>
  `unique${capitalized(pathOf(kind))}` as `unique${Capitalize<Path<K>>}`

/** As headings and tabs say it: `Komponenter`. */
export const manyOf = (kind: LinkKind): string => capitalized(linkKinds[kind].noun.many)

/** `komponenter, motorer og sensorer` */
export const allParts = joinWithAnd(partKinds.map((kind) => linkKinds[kind].noun.many))

export const quantityLimits = { min: 1, max: 1_000_000 } as const
export const mostLines = 1_000
export const longestFileName = 200
