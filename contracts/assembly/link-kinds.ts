import { capitalized } from '../text.ts'

/** No zod here: the web app's first bundle imports this file. */
export const partKinds = ['component', 'motor', 'sensor'] as const
export type PartKind = (typeof partKinds)[number]
export type LinkKind = PartKind | 'subassembly'

export const quantityLimits = { min: 1, max: 1_000_000 } as const
export const mostLines = 1_000
export const longestFileName = 200

export const linkKinds = {
  component: {
    path: 'components',
    idKey: 'componentId',
    record: 'component',
    entity: 'componenttypes',
    noun: { one: 'komponent', the: 'komponenten', many: 'komponenter' },
  },
  motor: {
    path: 'motors',
    idKey: 'motorId',
    record: 'motor',
    entity: 'motortypes',
    noun: { one: 'motor', the: 'motoren', many: 'motorer' },
  },
  sensor: {
    path: 'sensors',
    idKey: 'sensorId',
    record: 'sensor',
    entity: 'sensortypes',
    noun: { one: 'sensor', the: 'sensoren', many: 'sensorer' },
  },
  subassembly: {
    path: 'subassemblies',
    idKey: 'childAssemblyId',
    record: 'childAssembly',
    entity: 'assemblytypes',
    noun: { one: 'underenhet', the: 'underenheten', many: 'underenheter' },
  },
} as const satisfies Record<LinkKind, object>

export const kindsOfLink: readonly LinkKind[] = [...partKinds, 'subassembly']

export const linkedEntities = kindsOfLink.map((kind) => linkKinds[kind].entity)

export const byKind = <K extends LinkKind, Value>(
  kinds: readonly K[],
  valueOf: (kind: K) => Value,
): Readonly<Record<K, Value>> =>
  Object.fromEntries(kinds.map((kind) => [kind, valueOf(kind)])) as Record<K, Value>

/** As headings and tabs say it: `Komponenter`. */
export const manyOf = (kind: LinkKind): string => capitalized(linkKinds[kind].noun.many)
