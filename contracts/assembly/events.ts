import type { MessagesOf } from '../messages.ts'
import type { AttributeAnswer } from './attributes.ts'
import type { PartKind } from './link-kinds.ts'
import type { Link } from './links.ts'

// Storage format: see contracts/catalogue/events.ts. An assembly's own fields are Item* events with
// entity 'assemblytypes' in its stream `assembly-{id}`.

type Part = { part: PartKind; partId: number }
type PartOf = Part & { assemblyId: number }
type Edge = { parentId: number; childId: number }
type Attribute = Omit<AttributeAnswer, 'id' | 'assemblyId' | 'createdAt'> & { attributeId: number }

export type AssemblyEvent = MessagesOf<{
  PartLinked: PartOf & Link
  PartLinkChanged: PartOf & Link
  PartUnlinked: PartOf
  AttributeAdded: Attribute & { assemblyId: number }
  AttributeChanged: Attribute & { assemblyId: number }
  AttributeRemoved: { assemblyId: number; attributeId: number }
  /** In the same append as the clone's ItemRegistered: everything it starts with, subassemblies included. */
  AssemblyCloned: {
    assemblyId: number
    sourceId: number
    parts: (Part & Link)[]
    subassemblies: ({ childId: number } & Link)[]
    attributes: Attribute[]
  }
  /** In the same append as its ItemReinstated: the parts and attributes that it had. */
  ContentsReinstated: { assemblyId: number; parts: (Part & Link)[]; attributes: Attribute[] }
}>

/** In `bom-structure`: who contains whom. One stream, so that no two writers can close a circle. */
export type StructureEvent = MessagesOf<{
  SubassemblyLinked: Edge & Link
  SubassemblyLinkChanged: Edge & Link
  SubassemblyUnlinked: Edge
  /** The assembly leaves the structure with every link from and to it. Its own ItemRemoved follows. */
  AssemblyDissolved: { assemblyId: number }
  /** It is in the structure again, after its ItemReinstated. The links that come back with it follow. */
  AssemblyReinstated: { assemblyId: number }
}>
