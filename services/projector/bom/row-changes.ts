import type { AssemblyEvent } from '#contracts/assembly/events.ts'
import type { DataOf } from '#contracts/messages.ts'
import type { LinkKey } from './bom-links.ts'

type ChangedLink = LinkKey & {
  /** When it was made, if that was in this batch. */
  readonly createdAt: string | null
}
export type AttributeRow = Omit<DataOf<AssemblyEvent, 'AttributeAdded'>, 'attributeId'> & {
  id: number
  createdAt: string
}

/** Links are only named: their values come from the model when the batch ends, so each is written once. */
export class RowChanges {
  readonly links = new Map<string, ChangedLink>()
  /** Null where it goes. */
  readonly attributes = new Map<number, AttributeRow | null>()
  readonly emptied = new Set<number>()
  /** By assembly: one more than the revision of the last structure event that changed what is in it. */
  readonly restructured = new Map<number, number>()
  /** Assemblies whose answer shows something else now. */
  readonly assemblies = new Set<number>()

  link({ kind, from, to }: LinkKey, madeAt: string | null): void {
    const key = `${kind} ${from} ${to}`
    const createdAt = madeAt ?? this.links.get(key)?.createdAt ?? null
    this.links.set(key, { kind, from, to, createdAt })
    this.assemblies.add(from)
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
