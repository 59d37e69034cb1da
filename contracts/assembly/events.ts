import { typed, type EventDefinition, type EventsIn } from '../event-definition.ts'
import type { AttributeAnswer } from './attributes.ts'
import type { PartKind } from './link-kinds.ts'
import type { Link } from './links.ts'

// Storage format: see contracts/catalogue/events.ts. An assembly's own fields are in Item* events of `assembly-{id}`.

type Part = { part: PartKind; partId: number }
type PartOf = Part & { assemblyId: number }
type Edge = { parentId: number; childId: number }
type Attribute = Omit<AttributeAnswer, 'id' | 'assemblyId' | 'createdAt'> & { attributeId: number }
type Contents = { assemblyId: number; parts: (Part & Link)[]; attributes: Attribute[] }

export const assemblyEvents = {
  PartLinked: {
    data: typed<PartOf & Link>(),
    stream: 'assembly',
    effect: 'linked',
    label: 'Del lagt til',
  },
  PartLinkChanged: {
    data: typed<PartOf & Link>(),
    stream: 'assembly',
    effect: 'linked',
    label: 'Antall eller notat for del endret',
  },
  PartUnlinked: {
    data: typed<PartOf>(),
    stream: 'assembly',
    effect: 'unlinked',
    label: 'Del fjernet',
  },
  SubassemblyLinked: {
    data: typed<Edge & Link>(),
    stream: 'structure',
    effect: 'linked',
    label: 'Underenhet lagt til',
  },
  SubassemblyLinkChanged: {
    data: typed<Edge & Link>(),
    stream: 'structure',
    effect: 'linked',
    label: 'Antall eller notat for underenhet endret',
  },
  SubassemblyUnlinked: {
    data: typed<Edge>(),
    stream: 'structure',
    effect: 'unlinked',
    label: 'Underenhet fjernet',
  },
  AssemblyDissolved: {
    /** Removes the assembly with all links from and to it. Its ItemRemoved follows. */
    data: typed<{ assemblyId: number }>(),
    stream: 'structure',
    effect: 'dissolved',
    label: 'Sammenstilling tatt ut av strukturen',
    sentence: ' var ikke i noen annen sammenstilling da den ble slettet',
  },
  AssemblyReinstated: {
    data: typed<{ assemblyId: number }>(),
    stream: 'structure',
    effect: 'rejoined',
    label: 'Sammenstilling tilbake i strukturen',
    sentence: ' kan igjen kobles til andre sammenstillinger',
  },
  AssemblyCloned: {
    /** In the same append as the clone's ItemRegistered: all contents, subassemblies included. */
    data: typed<Contents & { sourceId: number; subassemblies: ({ childId: number } & Link)[] }>(),
    stream: 'assembly',
    effect: 'cloned',
    label: 'Sammenstilling klonet',
  },
  ContentsReinstated: {
    data: typed<Contents>(),
    stream: 'assembly',
    effect: 'filled',
    label: 'Innhold hentet tilbake',
  },
  AttributeAdded: {
    data: typed<Attribute & { assemblyId: number }>(),
    stream: 'assembly',
    effect: 'attributeSet',
    label: 'Attributt lagt til',
  },
  AttributeChanged: {
    data: typed<Attribute & { assemblyId: number }>(),
    stream: 'assembly',
    effect: 'attributeSet',
    label: 'Attributt endret',
  },
  AttributeRemoved: {
    data: typed<{ assemblyId: number; attributeId: number }>(),
    stream: 'assembly',
    effect: 'attributeRemoved',
    label: 'Attributt fjernet',
  },
} as const satisfies Readonly<Record<string, EventDefinition>>

export type AssemblyEvent = EventsIn<typeof assemblyEvents, 'assembly'>
export type StructureEvent = EventsIn<typeof assemblyEvents, 'structure'>
