import type { AssemblyEvent } from '#contracts/assembly/events.ts'
import type { PartKind } from '#contracts/assembly/links.ts'
import type { DataOf } from '#contracts/messages.ts'

type Times = {
  /** When the link was made, if it was made in this batch. */
  createdAt: string | null
}
type PartKey = { assemblyId: number; part: PartKind; partId: number }
type SubKey = { parentId: number; childId: number }
export type AttributeRow = Omit<DataOf<AssemblyEvent, 'AttributeAdded'>, 'attributeId'> & {
  id: number
  createdAt: string
}

/**
 * Which rows a batch touches. Links are only named here: their values are taken from the model when the batch
 * ends, so that however often one changed it is written once.
 */
export class RowChanges {
  readonly parts = new Map<string, PartKey & Times>()
  readonly subs = new Map<string, SubKey & Times>()
  /** Null where it goes. */
  readonly attributes = new Map<number, AttributeRow | null>()
  /** Assemblies all of whose attributes go. */
  readonly emptied = new Set<number>()
  /** By assembly: one more than the revision of the last structure event that changed what is in it. */
  readonly restructured = new Map<number, number>()
  /** Assemblies whose answer shows something else now. */
  readonly assemblies = new Set<number>()

  part({ assemblyId, part, partId }: PartKey, createdAt: string | null): void {
    const key = `${assemblyId} ${part} ${partId}`
    this.parts.set(key, {
      assemblyId,
      part,
      partId,
      createdAt: createdAt ?? this.parts.get(key)?.createdAt ?? null,
    })
    this.assemblies.add(assemblyId)
  }

  sub({ parentId, childId }: SubKey, createdAt: string | null): void {
    const key = `${parentId} ${childId}`
    this.subs.set(key, {
      parentId,
      childId,
      createdAt: createdAt ?? this.subs.get(key)?.createdAt ?? null,
    })
    this.assemblies.add(parentId)
  }

  restructure(assemblyId: number, revision: bigint): void {
    this.restructured.set(assemblyId, Number(revision) + 1)
  }

  attribute(assemblyId: number, id: number, row: AttributeRow | null): void {
    this.attributes.set(id, row)
    this.assemblies.add(assemblyId)
  }

  removed(assemblyId: number): void {
    this.emptied.add(assemblyId)
    for (const [id, row] of this.attributes)
      if (row?.assemblyId === assemblyId) this.attributes.set(id, null)
  }
}
