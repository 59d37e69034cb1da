import type { MessagesOf } from '../messages.ts'
import type { AttributeAnswer } from './attributes.ts'
import type { PartKind } from './link-kinds.ts'
import type { Link } from './links.ts'

// Storage format: see contracts/catalogue/events.ts. An assembly's own fields are in Item* events of `assembly-{id}`.

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
  /** In the same append as the clone's ItemRegistered: all contents, subassemblies included. */
  AssemblyCloned: {
    assemblyId: number
    sourceId: number
    parts: (Part & Link)[]
    subassemblies: ({ childId: number } & Link)[]
    attributes: Attribute[]
  }
  ContentsReinstated: { assemblyId: number; parts: (Part & Link)[]; attributes: Attribute[] }
}>

/** In one stream, `bom-structure`, so that two concurrent writers cannot create a cycle. */
export type StructureEvent = MessagesOf<{
  SubassemblyLinked: Edge & Link
  SubassemblyLinkChanged: Edge & Link
  SubassemblyUnlinked: Edge
  /** Removes the assembly with all links from and to it. Its ItemRemoved follows. */
  AssemblyDissolved: { assemblyId: number }
  AssemblyReinstated: { assemblyId: number }
}>
