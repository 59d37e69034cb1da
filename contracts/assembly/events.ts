import { z } from 'zod'
import type { MessagesOf } from '../messages.ts'
import { partKinds } from './links.ts'

// Storage format: see contracts/catalogue/events.ts. An assembly's own fields are Item* events with
// entity 'assemblytypes' in its stream `assembly-{id}`.

const id = z.int().positive()
const link = z.object({
  quantity: z.int().min(1).max(1_000_000),
  notes: z.string().nullable(),
  sortOrder: z.int(),
})
const part = z.object({ assemblyId: id, part: z.enum(partKinds), partId: id })
const edge = z.object({ parentId: id, childId: id })
const attribute = z.object({
  description: z.string(),
  value: z.string(),
  unit: z.string().nullable(),
  drawingNumber: z.string().nullable(),
  editable: z.boolean(),
  sortOrder: z.int(),
})
const attributeId = z.object({ assemblyId: id, attributeId: id })

/** In `assembly-{id}`: its parts and attributes. */
export const assemblyEvents = {
  PartLinked: part.extend(link.shape),
  /** The whole link from now on. */
  PartLinkChanged: part.extend(link.shape),
  PartUnlinked: part,
  AttributeAdded: attributeId.extend(attribute.shape),
  AttributeChanged: attributeId.extend(attribute.shape),
  AttributeRemoved: attributeId,
  /** In the same append as the clone's ItemRegistered: everything it starts with, subassemblies included. */
  AssemblyCloned: z.object({
    assemblyId: id,
    sourceId: id,
    parts: z.array(z.object({ part: z.enum(partKinds), partId: id }).extend(link.shape)),
    subassemblies: z.array(z.object({ childId: id }).extend(link.shape)),
    attributes: z.array(z.object({ attributeId: id }).extend(attribute.shape)),
  }),
}

/** In `bom-structure`: who contains whom. One stream, so that no two writers can close a circle. */
export const structureEvents = {
  SubassemblyLinked: edge.extend(link.shape),
  SubassemblyLinkChanged: edge.extend(link.shape),
  SubassemblyUnlinked: edge,
  /** The assembly leaves the structure with every link from and to it. Its own ItemRemoved follows. */
  AssemblyDissolved: z.object({ assemblyId: id }),
}

export type AssemblyEvent = MessagesOf<typeof assemblyEvents>
export type StructureEvent = MessagesOf<typeof structureEvents>
